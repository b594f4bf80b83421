//! Messages made small: JSON repeats itself, and a move should cost no more than a few hundred bytes on the line.

use std::cell::RefCell;

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

/// The WebSocket subprotocol of clients that understand packed messages: longer ones come as binary frames then,
/// each a raw deflate stream of its own.
pub const PACKED: &str = "deflate";

/// Shorter messages are not worth packing.
pub const WORTH_PACKING: usize = 500;

/// What a message may unpack to: no board is near it.
const LIMIT: usize = 16 << 20;

thread_local! {
    /// Setting one up costs more than using it.
    static PACKER: RefCell<Compress> = RefCell::new(Compress::new(Compression::fast(), false));
    static UNPACKER: RefCell<Decompress> = RefCell::new(Decompress::new(false));
}

/// The text as a raw deflate stream.
pub fn pack(text: &str) -> Vec<u8> {
    PACKER.with_borrow_mut(|packer| {
        packer.reset();
        let mut out = Vec::with_capacity(text.len() / 2 + 64);
        loop {
            let done = packer.total_in() as usize;
            let packed = packer.compress_vec(&text.as_bytes()[done..], &mut out, FlushCompress::Finish);
            if packed.expect("deflate takes every input") == Status::StreamEnd {
                break;
            }
            out.reserve(text.len() / 2 + 64);
        }
        out
    })
}

/// What was packed.
pub fn unpack(packed: &[u8]) -> std::io::Result<String> {
    let broken = || std::io::Error::from(std::io::ErrorKind::InvalidData);
    UNPACKER.with_borrow_mut(|unpacker| {
        unpacker.reset(false);
        let mut text = Vec::with_capacity(packed.len() * 4 + 64);
        loop {
            let (taken, given) = (unpacker.total_in(), text.len());
            let status =
                unpacker.decompress_vec(&packed[taken as usize..], &mut text, FlushDecompress::Finish)?;
            let stuck = unpacker.total_in() == taken && text.len() == given;
            if text.len() > LIMIT || (stuck && text.len() < text.capacity()) {
                return Err(broken());
            }
            if status == Status::StreamEnd {
                return String::from_utf8(text).map_err(|_| broken());
            }
            text.reserve(text.len().max(1_024));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_smaller_and_comes_back() {
        let text = r#"{"action":"pick A-ST-1","label":"Move Starship"},"#.repeat(20);
        let packed = pack(&text);
        assert!(packed.len() * 5 < text.len(), "{} of {}", packed.len(), text.len());
        assert_eq!(unpack(&packed).expect("well packed"), text);
        assert_eq!(unpack(&pack("")).expect("well packed"), "");
        assert!(unpack(b"no deflate stream").is_err());
        assert!(unpack(&packed[..packed.len() / 2]).is_err(), "cut short");
        assert_eq!(unpack(&packed).expect("an error leaves nothing behind"), text);
        let long = "x".repeat(LIMIT + LIMIT / 2);
        assert!(unpack(&pack(&long)).is_err(), "no message is that long");
    }

    #[test]
    fn what_cannot_be_made_smaller_comes_back_too() {
        let mut seed = 1u64;
        let noise: String = (0..100_000)
            .map(|_| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                char::from_u32((seed >> 40) as u32 % 0xd800).unwrap_or(' ')
            })
            .collect();
        assert_eq!(unpack(&pack(&noise)).expect("well packed"), noise);
    }
}
