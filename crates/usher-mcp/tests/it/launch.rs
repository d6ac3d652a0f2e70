//! Tests where programs are found, and their environment.

use std::path::Path;

use usher_mcp::launch::Launch;
use usher_process::{HostEnvironment, ResolveError, resolve};

use crate::kit::{host_environment, open, plain, program};

#[cfg(unix)]
#[test]
fn programs_are_found_as_a_shell_would_but_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let bin = folder.path().join("bin");
    let poor = folder.path().join("poor");
    for place in [&bin, &poor] {
        std::fs::create_dir(place).unwrap();
    }
    let runs = bin.join("tool");
    usher_testkit::executable::write_program(&runs, "#!/bin/sh\n");
    let shadow = poor.join("tool");
    std::fs::write(&shadow, "").unwrap();
    let notes = poor.join("notes");
    std::fs::write(&notes, "").unwrap();
    let path = std::env::join_paths([Path::new("relative"), &poor, &bin]).unwrap();
    let find = |name: &str| resolve(name, &path, folder.path());
    assert_eq!(
        find("tool"),
        Ok(runs.clone()),
        "a file that cannot run does not hide the one that can"
    );
    assert_eq!(find("notes"), Err(ResolveError::NotExecutable(notes)));
    assert_eq!(
        find("bin/tool"),
        Ok(runs.clone()),
        "with a separator it is relative to the working directory"
    );
    assert_eq!(find(runs.to_str().unwrap()), Ok(runs.clone()));
    for name in ["missing", "", "tool\0", "$(touch x)", "tool;ls", "bin"] {
        assert_eq!(
            find(name),
            Err(ResolveError::NotFound),
            "{name:?} is no program"
        );
    }
}

#[cfg(unix)]
#[tokio::test]
async fn ordinary_programs_are_found() {
    let found = host_environment().find_program("sh", Path::new("/")).await;
    assert!(found.is_ok(), "{found:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_server_sees_its_own_environment_only() {
    let probe = r#"env >&2; touch "$1" 2>/dev/null; exit 7"#;
    let folder = tempfile::tempdir().unwrap();
    let mut launch = program("/bin/sh", &["-c", probe, "sh", "$(touch injected)"]);
    launch.cwd = folder.path().to_owned();
    launch.env = vec![("GIVEN".into(), plain("yes"))];
    let variables = [
        ("HOME", "/home/a"),
        ("DISPLAY", ":0"),
        ("HTTPS_PROXY", "http://me:canary@proxy.example"),
        ("HOST_TOKEN", "canary"),
        ("PATH", "/usr/bin:/bin"),
    ];
    launch.host = HostEnvironment::new(variables.map(|(name, value)| (name.into(), value.into())));
    let error = open(Launch::Stdio(launch)).await.err();
    let Some(usher_mcp::ConnectError::ExitedEarly { clues, .. }) = error else {
        panic!("{error:?}")
    };
    let mut names: Vec<&str> = clues
        .stderr
        .iter()
        .filter_map(|line| line.split_once('='))
        .map(|(name, _)| name)
        .filter(|name| !["PWD", "OLDPWD", "SHLVL", "_"].contains(name))
        .collect();
    names.sort_unstable();
    assert_eq!(
        names,
        ["DISPLAY", "GIVEN", "HOME", "PATH", "USHER_TREE"],
        "the rest is none of the server's business"
    );
    assert_eq!(
        clues.withheld,
        ["HTTPS_PROXY"],
        "what the network may need is named"
    );
    assert!(
        !folder.path().join("injected").exists(),
        "an argument is an argument, not a command"
    );
    assert!(folder.path().join("$(touch injected)").exists());
}
