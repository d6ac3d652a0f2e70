//! A browser whose person has nothing to do: it opens an address and goes where it is sent, until it comes back to
//! whoever opened it. No protocol of ours is spoken here.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use url::Url;

/// Longest a page may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Longest chain of redirects.
const HOPS: usize = 5;

/// Opens an address of this machine and follows where it leads; the last page.
pub async fn visit(address: &str) -> io::Result<String> {
    let mut url = parse(address)?;
    for _ in 0..HOPS {
        let page = get(&url).await?;
        match location(&page) {
            Some(next) => url = url.join(next).map_err(io::Error::other)?,
            None => return Ok(page),
        }
    }
    Err(io::Error::other("sent in circles"))
}

/// Where opening an address leads, without going there.
pub async fn led_to(address: &str) -> io::Result<Url> {
    let url = parse(address)?;
    let page = get(&url).await?;
    let next = location(&page).ok_or_else(|| io::Error::other(format!("stays at {page}")))?;
    url.join(next).map_err(io::Error::other)
}

fn parse(address: &str) -> io::Result<Url> {
    Url::parse(address).map_err(io::Error::other)
}

async fn get(url: &Url) -> io::Result<String> {
    tokio::time::timeout(PATIENCE, load(url)).await?
}

async fn load(url: &Url) -> io::Result<String> {
    let host = &url[url::Position::BeforeHost..url::Position::AfterPort];
    let mut stream = TcpStream::connect(host).await?;
    let target = &url[url::Position::BeforePath..url::Position::AfterQuery];
    let request = format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut page = Vec::new();
    while !is_whole(&page) {
        if stream.read_buf(&mut page).await? == 0 {
            break;
        }
    }
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// Whether a page has come as far as its head says; one without a length ends with its connection.
fn is_whole(page: &[u8]) -> bool {
    let page = String::from_utf8_lossy(page);
    let Some((head, body)) = page.split_once("\r\n\r\n") else {
        return false;
    };
    let length = header(head, "content-length").and_then(|length| length.parse().ok());
    length.is_some_and(|length: usize| body.len() >= length)
}

fn location(page: &str) -> Option<&str> {
    header(page.split("\r\n\r\n").next()?, "location")
}

fn header<'a>(head: &'a str, wanted: &str) -> Option<&'a str> {
    head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case(wanted).then(|| value.trim())
    })
}
