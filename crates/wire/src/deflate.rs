//! Compression of stream messages, so that a move costs no more than a few hundred bytes.
//!
//! A message is a raw deflate stream, which every browser can inflate. The encoder is our own: a library's compressor
//! clears tables of some hundred kilobytes per message, which takes longer than compressing its thousand bytes.

use std::cell::RefCell;

use flate2::{Decompress, FlushDecompress, Status};

/// WebSocket subprotocol of clients that accept compressed messages: longer ones are sent as binary frames, each a raw
/// deflate stream of its own.
pub const DEFLATE_SUBPROTOCOL: &str = "deflate";

/// Shorter messages, in bytes, are sent as text.
pub const MIN_DEFLATE_LEN: usize = 500;

/// Maximum size of an inflated message, in bytes.
const MAX_INFLATED_LEN: usize = 16 << 20;

/// Lengths and distance of a match, in bytes; a longer repetition is encoded as several matches.
const MIN_MATCH: usize = 4;
const MAX_MATCH: usize = 258;
const WINDOW_SIZE: usize = 32_768;

/// The text as a raw deflate stream: one block with the fixed codes of RFC 1951, section 3.2.6.
pub fn deflate(text: &str) -> Vec<u8> {
    let text = text.as_bytes();
    let mut out = BitWriter::for_letters(text.len());
    // The last block, fixed codes.
    out.put(0b011, 3);
    let mut seen = MatchTable::default();
    let mut at = 0;
    while let Some(letters) = text[at..].first_chunk() {
        let before = seen.note(*letters, at);
        let length = before.map_or(0, |before| same(&text[before..], &text[at..]));
        match before {
            Some(before) if length >= MIN_MATCH => {
                out.put_match(length, at - before);
                // Index every third position: enough to find it again.
                for place in (at + 1..at + length).step_by(3) {
                    if let Some(letters) = text[place..].first_chunk() {
                        seen.note(*letters, place);
                    }
                }
                at += length;
            }
            _ => {
                out.put_symbol(letters[0].into());
                at += 1;
            }
        }
    }
    for &letter in &text[at..] {
        out.put_symbol(letter.into());
    }
    out.put_symbol(256);
    out.finish()
}

/// Length of the common prefix, up to `MAX_MATCH`.
fn same(before: &[u8], now: &[u8]) -> usize {
    let longest = now.len().min(MAX_MATCH);
    let (before, now) = (&before[..longest], &now[..longest]);
    let (words, _) = now.as_chunks::<8>();
    for (nth, (before, now)) in before.as_chunks::<8>().0.iter().zip(words).enumerate() {
        let differ = u64::from_le_bytes(*before) ^ u64::from_le_bytes(*now);
        if differ != 0 {
            return nth * 8 + differ.trailing_zeros() as usize / 8;
        }
    }
    let whole = words.len() * 8;
    whole + before[whole..].iter().zip(&now[whole..]).take_while(|(before, now)| before == now).count()
}

/// Last position of each four bytes, by their hash.
struct MatchTable([u32; 1 << 11]);

impl Default for MatchTable {
    fn default() -> Self {
        Self([u32::MAX; 1 << 11])
    }
}

impl MatchTable {
    /// Records the position; returns the previous one of the same hash, if it is within the window.
    fn note(&mut self, letters: [u8; MIN_MATCH], at: usize) -> Option<usize> {
        let letters = u32::from_le_bytes(letters);
        let slot = &mut self.0[(letters.wrapping_mul(0x9e37_79b1) >> 21) as usize];
        let before = *slot as usize;
        *slot = at as u32;
        (before < at && at - before <= WINDOW_SIZE).then_some(before)
    }
}

/// The fixed codes, and how many bits each has. A code stands with its highest bit first.
const CODES: [(u16, u8); 286] = {
    let mut codes = [(0, 0); 286];
    let mut symbol: u16 = 0;
    while symbol < 286 {
        let (code, count) = match symbol {
            0..144 => (0x30 + symbol, 8),
            144..256 => (0x190 + symbol - 144, 9),
            256..280 => (symbol - 256, 7),
            _ => (0xc0 + symbol - 280, 8),
        };
        codes[symbol as usize] = (code.reverse_bits() >> (16 - count), count as u8);
        symbol += 1;
    }
    codes
};

/// The same for the lengths of repetitions: the code of the class, and which length of it.
const LENGTHS: [(u16, u8); MAX_MATCH + 1] = {
    let mut lengths = [(0, 0); MAX_MATCH + 1];
    let mut length = 3;
    while length <= MAX_MATCH {
        let (class, more, bits) = if length == MAX_MATCH { (28, 0, 0) } else { length_class(length - 3, 2) };
        let (code, count) = CODES[257 + class];
        lengths[length] = (code | (more as u16) << count, count + bits as u8);
        length += 1;
    }
    lengths
};

/// Writes bits, the lowest first.
struct BitWriter {
    out: Vec<u8>,
    /// How many bytes of it are written.
    full: usize,
    waiting: u64,
    count: u32,
}

impl BitWriter {
    /// There is room for all that so many letters can come to: a letter has nine bits at most, and no repetition is
    /// longer than the letters it stands for.
    fn for_letters(letters: usize) -> Self {
        Self { out: vec![0; letters + letters / 8 + 16], full: 0, waiting: 0, count: 0 }
    }

    /// Up to 32 of them.
    fn put(&mut self, bits: u32, count: u32) {
        self.waiting |= u64::from(bits) << self.count;
        self.count += count;
        if self.count >= 32 {
            let place = &mut self.out[self.full..self.full + 4];
            place.copy_from_slice(&(self.waiting as u32).to_le_bytes());
            self.full += 4;
            self.waiting >>= 32;
            self.count -= 32;
        }
    }

    /// A letter, or the end (256).
    fn put_symbol(&mut self, symbol: usize) {
        let (code, count) = CODES[symbol];
        self.put(code.into(), count.into());
    }

    fn put_match(&mut self, length: usize, distance: usize) {
        let (code, count) = LENGTHS[length];
        let (class, more, bits) = length_class(distance - 1, 1);
        let distance = (class as u32).reverse_bits() >> 27 | more << 5;
        self.put(u32::from(code) | distance << count, u32::from(count) + 5 + bits);
    }

    fn finish(mut self) -> Vec<u8> {
        let left = self.count.div_ceil(8) as usize;
        self.out.truncate(self.full);
        self.out.extend_from_slice(&self.waiting.to_le_bytes()[..left]);
        self.out
    }
}

/// Numbers come in classes: 2^`fine` of them for each doubling. The class, and which number of it, in how many bits.
const fn length_class(number: usize, fine: u32) -> (usize, u32, u32) {
    let each = 1 << fine;
    if number < each {
        return (number, 0, 0);
    }
    let more = number.ilog2() - fine;
    let class = each * (more as usize + 1) + ((number >> more) - each);
    (class, (number & ((1 << more) - 1)) as u32, more)
}

thread_local! {
    /// Setting one up costs more than using it.
    static UNPACKER: RefCell<Decompress> = RefCell::new(Decompress::new(false));
}

/// What was packed.
pub fn inflate(packed: &[u8]) -> std::io::Result<String> {
    let broken = || std::io::Error::from(std::io::ErrorKind::InvalidData);
    UNPACKER.with_borrow_mut(|unpacker| {
        unpacker.reset(false);
        let mut text = Vec::with_capacity(packed.len() * 4 + 64);
        loop {
            let (taken, given) = (unpacker.total_in(), text.len());
            let rest = &packed[taken as usize..];
            let status = unpacker.decompress_vec(rest, &mut text, FlushDecompress::Finish)?;
            let stuck = unpacker.total_in() == taken && text.len() == given;
            if text.len() > MAX_INFLATED_LEN || (stuck && text.len() < text.capacity()) {
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

    fn dice(mut seed: u64) -> impl FnMut(u64) -> u64 {
        move |n| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        }
    }

    fn comes_back(text: &str) -> usize {
        let packed = deflate(text);
        assert!(inflate(&packed).expect("well packed") == text, "{:?}", &text[..text.len().min(200)]);
        packed.len()
    }

    #[test]
    fn what_is_packed_is_smaller_and_comes_back() {
        let text = r#"{"action":"pick A-ST-1","label":"Move Starship"},"#.repeat(20);
        assert!(comes_back(&text) * 5 < text.len());
        comes_back("");
        comes_back("ä");
        let packed = deflate(&text);
        assert!(inflate(b"no deflate stream").is_err());
        assert!(inflate(&packed[..packed.len() / 2]).is_err(), "cut short");
        assert_eq!(inflate(&packed).expect("an error leaves nothing behind"), text);
        let long = "x".repeat(MAX_INFLATED_LEN + MAX_INFLATED_LEN / 2);
        assert!(inflate(&deflate(&long)).is_err(), "no message is that long");
    }

    #[test]
    fn every_length_and_distance_comes_back() {
        for length in 1..600 {
            comes_back(&format!(
                "{}|{}",
                "abcdefg".repeat(90).split_at(length).0,
                "abcdefg".repeat(90).split_at(length).0
            ));
        }
        let mut roll = dice(5);
        let noise: String = (0..70_000).map(|_| char::from(b'!' + roll(90) as u8)).collect();
        for distance in [1, 2, 3, 4, 5, 24, 25, 256, 257, 4_096, 32_767, 32_768, 32_769, 60_000] {
            let word = &noise[..40];
            comes_back(&format!("{word}{}{word}", &noise[100..100 + distance]));
        }
        comes_back(&"z".repeat(100_000));
    }

    #[test]
    fn random_texts_come_back() {
        let mut roll = dice(1);
        for letters in [2, 5, 30, 0xd800] {
            for _ in 0..300 {
                let length = roll(3_000);
                let text = (0..length).map(|_| char::from_u32(roll(letters) as u32 + 33).unwrap_or(' '));
                comes_back(&text.collect::<String>());
            }
        }
    }

    #[test]
    fn a_message_is_packed_about_as_well_as_by_a_library() {
        let choice = |n: u64| {
            format!(
                r#"{{"action":"pick I-DE-{n}","label":"Move Destroyer I-DE-{n} from Ironhold ({n} LP)","target":"piece:I-DE-{n}","group":"ships"}}"#
            )
        };
        let message = (0..12).map(choice).collect::<Vec<_>>().join(",");
        let mut library = flate2::Compress::new(flate2::Compression::fast(), false);
        let mut theirs = Vec::with_capacity(4_096);
        library.compress_vec(message.as_bytes(), &mut theirs, flate2::FlushCompress::Finish).expect("packed");
        let ours = comes_back(&message);
        assert!(ours * 10 <= theirs.len() * 11, "{ours} to {}", theirs.len());
    }
}
