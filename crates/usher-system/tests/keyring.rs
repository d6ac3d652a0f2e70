//! The real system keyring, in whichever state it is declared to be.
//!
//! `USHER_TEST_KEYRING` says `unlocked`, `locked`, `not-set-up` or `absent`. Undeclared, it is `absent` where there is no
//! session bus; where there is one it may be the person's own keyring, which is only looked at. On a private bus:
//!
//! ```sh
//! dbus-run-session -- sh -c 'printf pw | gnome-keyring-daemon --unlock --components=secrets
//!   USHER_TEST_KEYRING=unlocked cargo test -p usher-system --test keyring'
//! ```

use std::path::Path;
use std::sync::Arc;
#[cfg(target_os = "linux")]
use std::{
    fs::File,
    os::unix::process::CommandExt as _,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use usher_messages::Message;
use usher_system::secrets::{
    Keyring, KeyringState, SecretError, SecretPlace, SecretStore, Secrets,
};
use usher_types::id::SecretRef;
use usher_types::secret::Secret;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reality {
    Unlocked,
    Locked,
    Absent,
    /// The keyring of whoever runs the tests: nothing is written to it.
    Undeclared,
}

fn reality() -> Reality {
    match std::env::var("USHER_TEST_KEYRING").as_deref() {
        Ok("unlocked") => Reality::Unlocked,
        Ok("locked" | "not-set-up") => Reality::Locked,
        Ok("absent") => Reality::Absent,
        Ok(other) => panic!("USHER_TEST_KEYRING={other} is no known state"),
        Err(_) if has_no_bus() => Reality::Absent,
        Err(_) => Reality::Undeclared,
    }
}

fn has_no_bus() -> bool {
    let has_usual_bus =
        std::env::var_os("XDG_RUNTIME_DIR").is_some_and(|dir| Path::new(&dir).join("bus").exists());
    cfg!(all(unix, not(target_os = "macos")))
        && std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_none()
        && !has_usual_bus
}

fn text_of(read: Result<Secret, SecretError>) -> Result<String, SecretError> {
    read.map(|secret| secret.expose().to_owned())
}

/// Checks that a refusal matches the keyring's state.
fn check_refusal<T: std::fmt::Debug>(reality: Reality, refused: &Result<T, SecretError>) {
    match reality {
        Reality::Locked => assert!(
            matches!(refused, Err(SecretError::Locked(_))),
            "locked is not the same as not found: {refused:?}"
        ),
        _ => assert!(
            matches!(refused, Err(SecretError::Absent(_))),
            "{refused:?}"
        ),
    }
}

#[tokio::test]
async fn its_state_is_told() {
    let keyring = Keyring::default();
    let reality = reality();
    // Nobody sits in front of a test, so being asked for a password ends as it began.
    let mut states = vec![keyring.status().await];
    if reality != Reality::Undeclared {
        states.push(keyring.unlock().await);
        states.push(keyring.status().await);
    }
    for state in states {
        match (reality, state) {
            (Reality::Unlocked, KeyringState::Available) | (Reality::Undeclared, _) => {}
            (Reality::Locked, KeyringState::Locked { message }) => {
                let codes = ["keyring.locked", "keyring.notSetUp", "keyring.unanswered"];
                assert!(codes.contains(&&*message.code), "{message:?}");
            }
            (Reality::Absent, KeyringState::Absent { message }) => {
                assert_eq!(message, Message::new("keyring.absent"));
            }
            (_, other) => panic!("{other:?} is not {reality:?}"),
        }
    }
}

#[tokio::test]
async fn it_keeps_replaces_and_forgets() {
    let (keyring, reference) = (Keyring::default(), SecretRef::generate());
    match reality() {
        Reality::Unlocked => {
            for text in ["sesame", "other ü\n2", &"long".repeat(4096)] {
                keyring.set(&reference, Secret::new(text)).await.unwrap();
                let another_run = Keyring::default();
                assert_eq!(text_of(another_run.get(&reference).await), Ok(text.into()));
            }
            for _ in 0..2 {
                assert_eq!(keyring.delete(&reference).await, Ok(()));
                assert_eq!(
                    text_of(keyring.get(&reference).await),
                    Err(SecretError::NotFound)
                );
            }
        }
        Reality::Undeclared => {
            let read = text_of(keyring.get(&reference).await);
            assert!(read.is_err(), "a fresh reference was never kept");
        }
        refusing => {
            check_refusal(refusing, &keyring.set(&reference, Secret::new("x")).await);
            check_refusal(refusing, &text_of(keyring.get(&reference).await));
            check_refusal(refusing, &keyring.delete(&reference).await);
        }
    }
}

#[tokio::test]
async fn secrets_are_kept_for_this_run_only_when_the_person_chose_so() {
    let reality = reality();
    if reality == Reality::Undeclared {
        assert_ne!(Keyring::default().status().await, waiting());
        return;
    }
    let secrets = Secrets::new(Arc::new(Keyring::default()));
    let both = [
        (SecretRef::generate(), Secret::new("one")),
        (SecretRef::generate(), Secret::new("two")),
    ];
    let references = both.each_ref().map(|(reference, _)| reference.clone());
    let kept = secrets.keep(&both).await;
    if reality == Reality::Unlocked {
        assert_eq!(kept, Ok(SecretPlace::Keyring));
        assert_eq!(secrets.place(&references[1]).await, SecretPlace::Keyring);
    } else {
        check_refusal(reality, &kept);
        secrets.keep_for_this_run();
        assert_eq!(secrets.keep(&both).await, Ok(SecretPlace::ThisRun));
        assert_eq!(secrets.place(&references[1]).await, SecretPlace::ThisRun);
    }
    assert_eq!(text_of(secrets.get(&references[0]).await), Ok("one".into()));
    secrets.forget(&references).await;
    assert!(secrets.get(&references[0]).await.is_err());
}

/// No keyring is in this state; it stands for "something was said".
fn waiting() -> KeyringState {
    KeyringState::Absent {
        message: Message::verbatim(""),
    }
}

#[tokio::test]
async fn many_at_once_all_get_an_answer() {
    let keyring = Arc::new(Keyring::default());
    let asked: Vec<_> = (0..12)
        .map(|_| {
            let keyring = keyring.clone();
            tokio::spawn(async move { text_of(keyring.get(&SecretRef::generate()).await) })
        })
        .collect();
    for answer in asked {
        let answer = answer.await.unwrap();
        match reality() {
            Reality::Unlocked => assert_eq!(answer, Err(SecretError::NotFound)),
            Reality::Undeclared => assert!(answer.is_err(), "{answer:?}"),
            refusing => check_refusal(refusing, &answer),
        }
    }
}

/// Runs in its own session, with a script that restarts the keyring.
#[tokio::test]
#[cfg(target_os = "linux")]
#[expect(clippy::disallowed_methods, reason = "a keyring is no server")]
async fn one_that_starts_again_is_found_again() {
    let Ok(restart) = std::env::var("USHER_TEST_KEYRING_RESTART") else {
        return;
    };
    let (keyring, reference) = (Keyring::default(), SecretRef::generate());
    keyring.set(&reference, Secret::new("kept")).await.unwrap();
    for _ in 0..3 {
        let restarted = Command::new("sh").args(["-c", &restart]).status().unwrap();
        assert!(restarted.success(), "{restarted}");
        let read = text_of(keyring.get(&reference).await);
        assert_eq!(read, Ok("kept".into()), "the old connection is of no use");
        assert_eq!(keyring.status().await, KeyringState::Available);
    }
}

/// Runs the same tests with other keyrings on private buses.
#[test]
#[cfg(target_os = "linux")]
fn the_other_realities() {
    const NO_BUS: &str = r#"exec "$0" "$@""#;
    const NOT_SET_UP: &str = r#"
        gnome-keyring-daemon --start --foreground --components=secrets >/dev/null 2>&1 & keyring=$!
        "$0" "$@"; status=$?; kill $keyring; exit $status"#;
    // A name that nobody owns yet must not be asked anything: that would start a second keyring.
    const LOCKED: &str = r#"
        tries=0
        wait_a_little() {
            tries=$((tries + 1))
            if [ "$tries" -gt 300 ]; then echo 'the keyring of this test did not start or lock' >&2; exit 1; fi
            sleep 0.1
        }
        printf pw | gnome-keyring-daemon --unlock --foreground --components=secrets >/dev/null 2>&1 & keyring=$!
        until dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus \
            org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q 'boolean true'
        do wait_a_little; done
        default=/org/freedesktop/secrets/aliases/default
        to="--session --print-reply --dest=org.freedesktop.secrets"
        until dbus-send $to /org/freedesktop/secrets org.freedesktop.Secret.Service.Lock array:objpath:$default
            dbus-send $to $default org.freedesktop.DBus.Properties.Get \
                string:org.freedesktop.Secret.Collection string:Locked | grep -q 'boolean true'
        do wait_a_little; done
        "$0" "$@"; status=$?; kill $keyring; exit $status"#;
    const RESTARTED: &str = r#"
        export USHER_TEST_KEYRING_RESTART='
            owned() {
                dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus \
                    org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q "boolean true"
            }
            until_it() {
                tries=0
                until "$@"; do
                    tries=$((tries + 1)); if [ "$tries" -gt 300 ]; then echo "still not: $*" >&2; exit 1; fi; sleep 0.1
                done
            }
            gone() { ! owned; }
            if owned; then kill "$(cat "$HOME/pid")"; until_it gone; fi
            printf pw | gnome-keyring-daemon --unlock --foreground --components=secrets >/dev/null 2>&1 &
            echo $! > "$HOME/pid"
            until_it owned
        '
        sh -c "$USHER_TEST_KEYRING_RESTART" || exit 1
        "$0" --exact one_that_starts_again_is_found_again; status=$?; kill "$(cat "$HOME/pid")"; exit $status"#;
    run_in("absent", &["sh", "-c", NO_BUS]);
    if reality() == Reality::Unlocked {
        for (name, script) in [
            ("not-set-up", NOT_SET_UP),
            ("locked", LOCKED),
            ("unlocked", RESTARTED),
        ] {
            run_in(name, &["dbus-run-session", "--", "sh", "-c", script]);
        }
    }
}

/// How long one such session may take before it is ended: far longer than any of them needs.
#[cfg(target_os = "linux")]
const SESSION_LIMIT: Duration = Duration::from_mins(3);

/// Runs the other tests of this file in a private session.
///
/// What they print goes to a file: a service that the bus starts inherits it and may outlive the session, and whoever
/// reads a pipe to its end would wait for that service too.
#[cfg(target_os = "linux")]
#[expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test that starts itself is no server, and fails by panicking"
)]
fn run_in(reality: &str, session: &[&str]) {
    let home = tempfile::tempdir().unwrap();
    let printed = home.path().join("printed");
    let print_to = File::create(&printed).unwrap();
    let mut running = Command::new(session[0])
        .args(&session[1..])
        .arg(std::env::current_exe().unwrap())
        .args(["--skip", "the_other_realities"])
        .env("USHER_TEST_KEYRING", reality)
        .envs(["HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"].map(|name| (name, home.path())))
        // A prompt has nowhere to appear.
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("DBUS_SESSION_BUS_ADDRESS")
        .stdin(Stdio::null())
        .stdout(print_to.try_clone().unwrap())
        .stderr(print_to)
        .process_group(0)
        .spawn()
        .unwrap();
    let group = running.id();
    let begun = Instant::now();
    let ended = loop {
        match running.try_wait().unwrap() {
            None if begun.elapsed() < SESSION_LIMIT => {
                std::thread::sleep(Duration::from_millis(50));
            }
            ended => break ended,
        }
    };
    // What the session left behind goes with it, whether it ended or hangs.
    let _ = Command::new("kill")
        .args(["-KILL", "--", &format!("-{group}")])
        .stderr(Stdio::null())
        .status();
    let printed = std::fs::read_to_string(&printed).unwrap();
    match ended {
        Some(status) => assert!(status.success(), "{reality}: {status}\n{printed}"),
        None => panic!("{reality}: still running after {SESSION_LIMIT:?}\n{printed}"),
    }
}
