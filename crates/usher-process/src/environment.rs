//! Composes the environment of a server.
//!
//! It holds variables of the host that are no secret of an account and what was given for the server.

use std::ffi::{OsStr, OsString};

use crate::limits;

/// Variables a server inherits, with those of [`SHARED`]; all others of the host are withheld.
const INHERITED: [&str; 9] = [
    "HOME", "LANG", "LANGUAGE", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TZ", "USER",
];

/// Variables of the desktop and the network, which a server inherits unless their value holds a secret. Their names are
/// compared without case: programs read proxies and settings of npm in both.
const SHARED: [&str; 54] = [
    // Windows, and pages to sign in at.
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS",
    // Proxies.
    "ALL_PROXY",
    "FTP_PROXY",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "NODE_USE_ENV_PROXY",
    // Certificates.
    "AWS_CA_BUNDLE",
    "CARGO_HTTP_CAINFO",
    "CURL_CA_BUNDLE",
    "DENO_CERT",
    "DENO_TLS_CA_STORE",
    "GIT_SSL_CAINFO",
    "NODE_EXTRA_CA_CERTS",
    "NODE_USE_SYSTEM_CA",
    "PIP_CERT",
    "REQUESTS_CA_BUNDLE",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "UV_NATIVE_TLS",
    "UV_SYSTEM_CERTS",
    // Where packages come from.
    "BUN_CONFIG_REGISTRY",
    "GOPROXY",
    "NPM_CONFIG_CAFILE",
    "NPM_CONFIG_HTTPS_PROXY",
    "NPM_CONFIG_NOPROXY",
    "NPM_CONFIG_PROXY",
    "NPM_CONFIG_REGISTRY",
    "NPM_CONFIG_STRICT_SSL",
    "PIP_DEFAULT_TIMEOUT",
    "PIP_EXTRA_INDEX_URL",
    "PIP_FIND_LINKS",
    "PIP_INDEX_URL",
    "PIP_NO_INDEX",
    "PIP_PROXY",
    "PIP_TRUSTED_HOST",
    "UV_DEFAULT_INDEX",
    "UV_EXTRA_INDEX_URL",
    "UV_FIND_LINKS",
    "UV_HTTP_TIMEOUT",
    "UV_INDEX",
    "UV_INDEX_STRATEGY",
    "UV_INDEX_URL",
    "UV_INSECURE_HOST",
    "UV_NO_INDEX",
    "UV_PYTHON_INSTALL_MIRROR",
    "YARN_REGISTRY",
    // Docker.
    "DOCKER_CERT_PATH",
    "DOCKER_CONTEXT",
    "DOCKER_HOST",
    "DOCKER_TLS_VERIFY",
];

/// Names that stand before a secret in an address, in small letters.
const SECRET_NAMES: [&str; 8] = [
    "token",
    "key",
    "password",
    "passwd",
    "secret",
    "auth",
    "sig",
    "credential",
];

/// So long is the shortest part of an address that looks like a token.
const TOKEN_CHARS: usize = 20;

/// Variables without which programs on Windows do not start.
#[cfg(windows)]
const INHERITED_WINDOWS: [&str; 22] = [
    "ALLUSERSPROFILE",
    "APPDATA",
    "COMMONPROGRAMFILES",
    "COMMONPROGRAMFILES(X86)",
    "COMMONPROGRAMW6432",
    "COMPUTERNAME",
    "COMSPEC",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "NUMBER_OF_PROCESSORS",
    "OS",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "PROGRAMFILES(X86)",
    "PROGRAMW6432",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "USERPROFILE",
];

/// Returns the whole environment: inherited variables, the search path, the given ones.
pub(super) fn for_server<'a>(
    own: &[(OsString, OsString)],
    path: &OsStr,
    given: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Vec<(OsString, OsString)> {
    compose(inherited(own.iter().cloned()), path, given)
}

fn inherited(own: impl Iterator<Item = (OsString, OsString)>) -> Vec<(OsString, OsString)> {
    own.filter(|(name, value)| is_inherited(name) || is_shared(name) && !holds_secret(value))
        .collect()
}

fn compose<'a>(
    mut env: Vec<(OsString, OsString)>,
    path: &OsStr,
    given: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Vec<(OsString, OsString)> {
    env.push(("PATH".into(), path.to_owned()));
    for (name, value) in given {
        env.retain(|(present, _)| present != name);
        env.push((name.into(), value.into()));
    }
    env
}

/// Returns the variables that a server does not get and that its words name, and those of the network whose value holds
/// a secret.
pub(super) fn withheld(own: &[(OsString, OsString)], said: &[&str]) -> Vec<String> {
    let is_named = |name: &str| {
        let is_part = |character: char| character.is_alphanumeric() || character == '_';
        name.len() >= limits::NAMED_VARIABLE_CHARS
            && said
                .iter()
                .any(|line| line.split(|c| !is_part(c)).any(|word| word == name))
    };
    let mut names: Vec<String> = own
        .iter()
        .filter(|(name, _)| !is_inherited(name))
        .filter_map(|(name, value)| {
            let is_shared = is_shared(name);
            let text = name.to_str()?;
            let is_missed = if is_shared {
                holds_secret(value)
            } else {
                text != "PATH" && is_named(text)
            };
            is_missed.then(|| text.to_owned())
        })
        .collect();
    names.sort();
    names.truncate(limits::NAMED_VARIABLES);
    names
}

fn is_shared(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| {
        SHARED
            .iter()
            .any(|shared| shared.eq_ignore_ascii_case(name))
    })
}

/// Returns whether a value holds user information, a token or a key.
fn holds_secret(value: &OsStr) -> bool {
    let Some(value) = value.to_str() else {
        return true;
    };
    let is_path = value.starts_with('/');
    let has_user = value.contains('@') && !is_path;
    let lower = value.to_ascii_lowercase();
    let names_secret = SECRET_NAMES.iter().any(|name| {
        let mut places = lower.match_indices(name);
        places.any(|(at, _)| lower[at + name.len()..].starts_with('='))
    });
    let mut parts = value.split(['/', '?', '&', '=', ' ', ',']);
    let has_token = value.contains("://") && parts.any(is_token);
    has_user || names_secret && !is_path || has_token
}

/// Returns whether a part of an address looks like a token: long, with digits and letters and nothing else.
fn is_token(part: &str) -> bool {
    let is_plain = part
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    part.len() >= TOKEN_CHARS
        && is_plain
        && part.bytes().any(|byte| byte.is_ascii_digit())
        && part.bytes().any(|byte| byte.is_ascii_alphabetic())
}

fn is_inherited(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else {
        return false;
    };
    #[cfg(windows)]
    {
        let upper = name.to_ascii_uppercase();
        if INHERITED_WINDOWS.contains(&upper.as_str())
            || upper == "TMP"
            || upper == "USERNAME"
            || upper == "WINDIR"
        {
            return true;
        }
    }
    INHERITED.contains(&name) || name.starts_with("LC_") || name.starts_with("XDG_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_list_and_what_was_given_reach_a_server() {
        let pair = |name: &str, value: &str| (OsString::from(name), OsString::from(value));
        let own = [
            pair("HOME", "/home/a"),
            pair("LC_TIME", "de_DE"),
            pair("XDG_RUNTIME_DIR", "/run/a"),
            pair("PATH", "/own"),
            pair("HOSTSECRET", "canary"),
            pair("LD_PRELOAD", "/evil.so"),
            pair("NODE_OPTIONS", "--inspect"),
            pair("LANG", "de_DE"),
            pair("DISPLAY", ":0"),
            pair("https_proxy", "http://proxy.example:3128"),
            pair("HTTP_PROXY", "http://me:canary@proxy.example:3128"),
            pair("SSH_AUTH_SOCK", "/run/agent"),
        ];
        let given = [("LANG", "C"), ("TOKEN", "t")];
        let env = compose(inherited(own.into_iter()), OsStr::new("/login"), given);
        let expected = vec![
            pair("HOME", "/home/a"),
            pair("LC_TIME", "de_DE"),
            pair("XDG_RUNTIME_DIR", "/run/a"),
            pair("DISPLAY", ":0"),
            pair("https_proxy", "http://proxy.example:3128"),
            pair("PATH", "/login"),
            pair("LANG", "C"),
            pair("TOKEN", "t"),
        ];
        assert_eq!(env, expected);
    }

    #[test]
    fn a_value_with_a_secret_is_told_from_others() {
        let cases = [
            (":0", false),
            ("/home/a@b/ca.pem", false),
            ("/run/user/1000/.mutter-Xwaylandauth.1A2B3C", false),
            (
                "unix:path=/run/user/1000/bus,guid=0123456789abcdef0123456789abcdef",
                false,
            ),
            ("http://proxy.example:3128", false),
            ("socks5://127.0.0.1:9050", false),
            ("tcp://127.0.0.1:2375", false),
            ("unix:///run/user/1000/docker.sock", false),
            (
                "https://artifactory.example.com/api/pypi/pypi-remote/simple",
                false,
            ),
            ("localhost,127.0.0.1,.example.com", false),
            ("http://user:pass@proxy.example:3128", true),
            ("user:pass@proxy.example:3128", true),
            ("ssh://me@host.example", true),
            ("internal=https://__token__:abc@index.example/simple", true),
            (
                "https://index.example/simple https://u@index.example/simple",
                true,
            ),
            ("https://index.example/simple?token=abc", true),
            ("https://index.example/monkeys?api_key=abc", true),
            ("https://dl.index.example/a1B2c3D4e5F6g7H8i9J0/simple", true),
        ];
        for (value, expected) in cases {
            assert_eq!(holds_secret(OsStr::new(value)), expected, "{value}");
        }
    }

    #[test]
    fn what_a_server_misses_is_named() {
        let pair = |name: &str, value: &str| (OsString::from(name), OsString::from(value));
        let own = [
            pair("PATH", "/bin"),
            pair("HOME", "/home/a"),
            pair("HTTPS_PROXY", "http://me:canary@proxy.example"),
            pair("HTTP_PROXY", "http://proxy.example"),
            pair("GITHUB_TOKEN", "canary"),
            pair("OTHER_TOKEN", "canary"),
            pair("KUBECONFIG", "/k"),
        ];
        let cases: [(&[&str], &[&str]); 4] = [
            (&[], &["HTTPS_PROXY"]),
            (
                &[
                    "Error: GITHUB_TOKEN is not set",
                    "see PATH, HOME and HTTP_PROXY",
                ],
                &["GITHUB_TOKEN", "HTTPS_PROXY"],
            ),
            (&["set $KUBECONFIG"], &["HTTPS_PROXY", "KUBECONFIG"]),
            (&["MY_GITHUB_TOKEN is not set"], &["HTTPS_PROXY"]),
        ];
        for (said, expected) in cases {
            assert_eq!(withheld(&own, said), expected, "{said:?}");
        }
    }
}
