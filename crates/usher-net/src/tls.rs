//! Describes in plain words why TLS could not authenticate a server.

use std::error::Error;
use std::io;

use rustls::CertificateError;

/// Returns why TLS failed, if that is what failed.
///
/// No request is sent without TLS authentication; there is no setting.
pub fn tls_failure(error: &reqwest::Error) -> Option<String> {
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

fn describe_tls_error(fault: &rustls::Error) -> String {
    let rustls::Error::InvalidCertificate(certificate) = fault else {
        return match fault {
            rustls::Error::PeerIncompatible(_)
            | rustls::Error::AlertReceived(rustls::AlertDescription::ProtocolVersion) => {
                format!("it offers no encryption that is safe today, TLS 1.2 or newer ({fault})")
            }
            other => format!("its encryption failed ({other})"),
        };
    };
    match certificate {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "its certificate has expired".into()
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "its certificate is not valid yet; the clock of this machine may be wrong".into()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "its certificate is for another host".into()
        }
        CertificateError::UnknownIssuer => {
            "its certificate is signed by nobody this machine trusts".into()
        }
        CertificateError::Revoked => "its certificate was revoked".into(),
        other => format!("its certificate is not valid ({other})"),
    }
}
