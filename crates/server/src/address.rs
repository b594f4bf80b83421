//! The address under which players reach the server.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket};

use crate::config::Config;

/// Address that works on other machines: the configured one, or the machine's own in the local network if the server
/// listens there. `None` if it listens on its own machine only.
pub(crate) fn shared_url(config: &Config) -> Option<String> {
    if let Some(url) = &config.base_url {
        return Some(url.clone());
    }
    let address = if config.bind.is_unspecified() { local_address(config.bind)? } else { config.bind };
    (!address.is_loopback()).then(|| url(address, config.port))
}

/// Address that works on the server's own machine.
fn own_url(config: &Config) -> String {
    match config.bind {
        IpAddr::V4(address) if address.is_unspecified() => url(IpAddr::V4(Ipv4Addr::LOCALHOST), config.port),
        IpAddr::V6(address) if address.is_unspecified() => url(IpAddr::V6(Ipv6Addr::LOCALHOST), config.port),
        address => url(address, config.port),
    }
}

fn url(address: IpAddr, port: u16) -> String {
    match address {
        IpAddr::V4(address) => format!("http://{address}:{port}"),
        IpAddr::V6(address) => format!("http://[{address}]:{port}"),
    }
}

/// The address from which this machine talks to others. Connecting a UDP socket sends nothing; it only asks the
/// system which interface it would use. The destination is reserved for documentation.
fn local_address(bind: IpAddr) -> Option<IpAddr> {
    let far = if bind.is_ipv4() { "192.0.2.1:9" } else { "[2001:db8::1]:9" };
    let socket = UdpSocket::bind((bind, 0)).ok()?;
    socket.connect(far).ok()?;
    let found = socket.local_addr().ok()?.ip();
    (!found.is_unspecified()).then_some(found)
}

/// Whether the host of a request names the server's own machine.
pub(crate) fn is_loopback(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, port)| {
        if port.bytes().all(|byte| byte.is_ascii_digit()) { name } else { host }
    });
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// The first lines of the server's output: where it is, and how others get there.
pub(crate) fn welcome(config: &Config) -> String {
    if let Some(url) = &config.base_url {
        return format!("Starboard is at {url}\n");
    }
    let own = own_url(config);
    match shared_url(config) {
        Some(shared) if shared != own => {
            format!("Starboard is at {own}\nOther machines in your network reach it at {shared}\n")
        }
        Some(_) => format!("Starboard is at {own}\n"),
        None if config.bind.is_unspecified() => {
            format!("Starboard is at {own}\nThis machine has no network address that others could use.\n")
        }
        None => format!(
            "Starboard is at {own}\nOnly this machine can open it; friends can join with --bind 0.0.0.0\n"
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::{is_loopback, shared_url, welcome};
    use crate::config::Config;

    fn bound_to(address: &str) -> Config {
        Config { bind: address.parse::<IpAddr>().expect("an address"), port: 7870, ..Config::default() }
    }

    #[test]
    fn a_server_on_its_own_machine_has_no_shared_address_and_says_how_to_get_one() {
        let config = bound_to("127.0.0.1");
        assert_eq!(shared_url(&config), None);
        let text = welcome(&config);
        assert!(text.starts_with("Starboard is at http://127.0.0.1:7870\n"), "{text}");
        assert!(text.contains("--bind 0.0.0.0"), "{text}");
    }

    #[test]
    fn a_server_in_the_network_names_its_address_there() {
        let config = bound_to("192.168.1.20");
        assert_eq!(shared_url(&config).as_deref(), Some("http://192.168.1.20:7870"));
        assert_eq!(welcome(&config), "Starboard is at http://192.168.1.20:7870\n");
        let everywhere = bound_to("0.0.0.0");
        let text = welcome(&everywhere);
        assert!(text.starts_with("Starboard is at http://127.0.0.1:7870\n"), "{text}");
        match shared_url(&everywhere) {
            Some(url) => assert!(!url.contains("0.0.0.0") && text.contains(&url), "{text}"),
            None => assert!(text.contains("no network address"), "{text}"),
        }
    }

    #[test]
    fn a_configured_address_comes_first() {
        let url = Some("https://play.example.org".to_owned());
        let config = Config { base_url: url.clone(), ..bound_to("127.0.0.1") };
        assert_eq!(shared_url(&config), url);
        assert_eq!(welcome(&config), "Starboard is at https://play.example.org\n");
    }

    #[test]
    fn loopback_hosts_are_recognized() {
        for host in ["localhost", "localhost:7870", "127.0.0.1:7870", "[::1]:7870", "127.0.0.1"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["192.168.1.20:7870", "play.example.org", "127.example.org:80"] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
