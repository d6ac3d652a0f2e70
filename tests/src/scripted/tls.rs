//! Encryption in front of a scripted server, with a certificate nobody vouches for.

use std::io;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// Made for `localhost`, signed by itself, valid for a hundred years.
const CERTIFICATE: &[u8] = include_bytes!("../../fixtures/tls/self-signed.pem");
const KEY: &[u8] = include_bytes!("../../fixtures/tls/self-signed.key.pem");

/// Takes encrypted connections on the port it returns, and passes what is in them to `inner`.
///
/// # Errors
/// When the certificate cannot be used or no port is free.
pub async fn in_front_of(inner: u16) -> io::Result<u16> {
    let certificate = CertificateDer::from_pem_slice(CERTIFICATE).map_err(io::Error::other)?;
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
