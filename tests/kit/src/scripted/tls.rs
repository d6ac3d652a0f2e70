//! TLS in front of a scripted server, right or with one fault.

use std::io;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// Whoever trusts this file of certificates trusts every front but [`Front::SelfSigned`]. All are from 2020 to 2125,
/// unless they say otherwise, and share one key.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/tls/root.pem");

const KEY: &[u8] = include_bytes!("../../fixtures/tls/self-signed.key.pem");

/// What a server shows to whoever connects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Front {
    /// A certificate for `localhost`, signed by [`ROOT`].
    Good,
    /// The same, ended in 2021.
    Expired,
    /// One for `elsewhere.example`.
    Elsewhere,
    /// One for `localhost` that is signed by nobody else.
    SelfSigned,
    /// No certificate: it takes part in nothing newer than TLS 1.0, and says so as servers did then.
    OldTls,
    /// As [`Front::OldTls`], but it only sends the alert `protocol_version`.
    OldTlsAlert,
}

/// A TLS 1.0 `ServerHello` with `TLS_RSA_WITH_AES_128_CBC_SHA` and a zero random.
fn old_hello() -> Vec<u8> {
    let mut hello = vec![0x16, 3, 1, 0, 42, 2, 0, 0, 38, 3, 1];
    hello.extend([0; 32]);
    hello.extend([0, 0x00, 0x2f, 0]);
    hello
}

/// The record of the fatal alert `protocol_version`.
const OLD_ALERT: [u8; 7] = [0x15, 3, 1, 0, 2, 2, 70];

/// Accepts TLS connections on a port, and forwards them to `inner`.
///
/// # Errors
/// When the certificate cannot be used or no port is free.
pub async fn in_front_of(inner: u16, front: Front) -> io::Result<u16> {
    let certificate = match front {
        Front::Good => include_bytes!("../../fixtures/tls/good.pem").as_slice(),
        Front::Expired => include_bytes!("../../fixtures/tls/expired.pem"),
        Front::Elsewhere => include_bytes!("../../fixtures/tls/elsewhere.pem"),
        Front::SelfSigned => include_bytes!("../../fixtures/tls/self-signed.pem"),
        Front::OldTls => return answering(old_hello()).await,
        Front::OldTlsAlert => return answering(OLD_ALERT.to_vec()).await,
    };
    let certificate = CertificateDer::from_pem_slice(certificate).map_err(io::Error::other)?;
    let key = PrivateKeyDer::from_pem_slice(KEY).map_err(io::Error::other)?;
    // One that is there already does as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .map_err(io::Error::other)?;
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        while let Ok((outer, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let mut outer = acceptor.accept(outer).await?;
                let mut inner = TcpStream::connect(("127.0.0.1", inner)).await?;
                copy_bidirectional(&mut outer, &mut inner).await
            });
        }
    });
    Ok(port)
}

/// Answers with these bytes, and waits for the client to close.
async fn answering(bytes: Vec<u8>) -> io::Result<u16> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let bytes = bytes.clone();
            tokio::spawn(async move {
                let mut heard = [0; 4096];
                while stream.read(&mut heard).await? > 0 {
                    stream.write_all(&bytes).await?;
                }
                io::Result::Ok(())
            });
        }
    });
    Ok(port)
}
