//! Describes why TLS could not authenticate a server.

use std::error::Error;
use std::io;

use rustls::CertificateError;
use usher_messages::Message;

/// Returns why TLS failed, if that is what failed.
///
/// No request is sent without TLS authentication; there is no setting.
pub fn tls_failure(error: &reqwest::Error) -> Option<Message> {
    let mut cause = error.source();
    while let Some(error) = cause {
        if let Some(fault) = find_tls_error(error) {
            return Some(describe_tls_error(fault));
        }
        cause = error.source();
    }
    None
}

/// Finds the TLS error, which I/O errors hide from [`Error::source`].
fn find_tls_error<'a>(mut error: &'a (dyn Error + 'static)) -> Option<&'a rustls::Error> {
    loop {
        if let Some(fault) = error.downcast_ref::<rustls::Error>() {
            return Some(fault);
        }
        let inner: &'a (dyn Error + 'static) = error.downcast_ref::<io::Error>()?.get_ref()?;
        error = inner;
    }
}

fn describe_tls_error(fault: &rustls::Error) -> Message {
    let with_fault = |code| Message::new(code).with("fault", fault.to_string());
    let rustls::Error::InvalidCertificate(certificate) = fault else {
        return match fault {
            rustls::Error::PeerIncompatible(_)
            | rustls::Error::AlertReceived(rustls::AlertDescription::ProtocolVersion) => {
                with_fault("net.tls.old")
            }
            _ => with_fault("net.tls.failed"),
        };
    };
    match certificate {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            Message::new("net.tls.expired")
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            Message::new("net.tls.notYet")
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            Message::new("net.tls.otherHost")
        }
        CertificateError::UnknownIssuer => Message::new("net.tls.issuer"),
        CertificateError::Revoked => Message::new("net.tls.revoked"),
        other => Message::new("net.tls.invalid").with("fault", other.to_string()),
    }
}
