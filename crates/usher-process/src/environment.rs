//! Composes the environment of a server.
//!
//! It holds a short list of harmless variables of the host and what was given for the server.

use std::ffi::{OsStr, OsString};

/// Variables a server inherits; all others of the host are withheld.
const INHERITED: [&str; 9] = [
    "HOME", "LANG", "LANGUAGE", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TZ", "USER",
];

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
    own.filter(|(name, _)| is_inherited(name)).collect()
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
        ];
        let given = [("LANG", "C"), ("TOKEN", "t")];
        let env = compose(inherited(own.into_iter()), OsStr::new("/login"), given);
        let expected = vec![
            pair("HOME", "/home/a"),
            pair("LC_TIME", "de_DE"),
            pair("XDG_RUNTIME_DIR", "/run/a"),
            pair("PATH", "/login"),
            pair("LANG", "C"),
            pair("TOKEN", "t"),
        ];
        assert_eq!(env, expected);
    }
}
