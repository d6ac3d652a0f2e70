//! What is read from a resource may be longer than other messages, and what is too long is refused with its size.

use usher_mcp::{Body, CallError};

use crate::kit::{open, stdio};

#[tokio::test]
async fn a_picture_of_fifty_megabytes_is_read_and_half_a_gigabyte_is_refused_with_its_size() {
    let probe = open(stdio("read_long")).await.unwrap();
    let connection = &probe.connection;
    let read = connection.read_resource("long:67").await.unwrap();
    let Body::Blob(blob) = &read.contents[0].body else {
        panic!("no blob");
    };
    assert_eq!(blob.len(), 67 << 20);
    let refused = connection.read_resource("long:512").await.unwrap_err();
    let CallError::Undecodable { what, .. } = &refused else {
        panic!("{refused}");
    };
    assert_eq!(
        what.to_string(),
        "536.8 MB, more than the limit of 100.6 MB",
        "the size is said"
    );
    assert!(
        connection.read_resource("long:1").await.is_ok(),
        "the connection goes on"
    );
}
