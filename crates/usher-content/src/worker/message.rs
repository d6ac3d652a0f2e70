//! Frames messages between host and worker: a length and JSON, then a length and bytes.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::limits;

/// Writes a message and sends it.
pub(super) fn write(mut to: impl Write, head: &impl Serialize, bytes: &[u8]) -> io::Result<()> {
    let head = serde_json::to_vec(head)?;
    for part in [head.as_slice(), bytes] {
        let length = u32::try_from(part.len()).map_err(io::Error::other)?;
        to.write_all(&length.to_le_bytes())?;
        to.write_all(part)?;
    }
    to.flush()
}

/// Reads a message; `None` at the end of input.
pub(super) fn read<T: DeserializeOwned>(mut from: impl Read) -> io::Result<Option<(T, Vec<u8>)>> {
    let Some(head) = part(&mut from)? else {
        return Ok(None);
    };
    let bytes = part(&mut from)?.ok_or(io::ErrorKind::UnexpectedEof)?;
    Ok(Some((serde_json::from_slice(&head)?, bytes)))
}

fn part(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let length = u64::from(u32::from_le_bytes(length));
    if length > limits::WORKER_MESSAGE_BYTES {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut part = Vec::new();
    from.take(length).read_to_end(&mut part)?;
    if part.len() as u64 == length {
        Ok(Some(part))
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_comes_back_whole_or_not_at_all() {
        let mut sent = Vec::new();
        write(&mut sent, &"head", b"bytes").unwrap();
        let whole = Some(("head".to_owned(), b"bytes".to_vec()));
        assert_eq!(read(sent.as_slice()).unwrap(), whole);
        assert_eq!(read::<String>([].as_slice()).unwrap(), None, "no message");
        for end in 4..sent.len() {
            assert!(
                read::<String>(&sent[..end]).is_err(),
                "cut off after {end} bytes"
            );
        }
        let too_long = [0xff_u8; 8];
        assert!(
            read::<String>(too_long.as_slice()).is_err(),
            "a length over the limit reserves nothing"
        );
    }
}
