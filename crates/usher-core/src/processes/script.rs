//! What an interpreter runs: its arguments up to the script, and a digest of them and of the script's content.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use usher_types::client::ClientScript;

use crate::limits;

/// Programs that run others' texts, by their names without a version.
const INTERPRETERS: [&str; 31] = [
    "ash",
    "bash",
    "bun",
    "busybox",
    "cmd",
    "cscript",
    "dash",
    "deno",
    "dotnet",
    "fish",
    "java",
    "javaw",
    "ksh",
    "lua",
    "luajit",
    "node",
    "nodejs",
    "osascript",
    "perl",
    "php",
    "powershell",
    "pwsh",
    "pypy",
    "python",
    "pythonw",
    "ruby",
    "sh",
    "tclsh",
    "tsx",
    "wscript",
    "zsh",
];

/// Options of these that take the argument behind them.
const WITH_VALUE: [&str; 14] = [
    "-r",
    "--require",
    "--import",
    "--loader",
    "--experimental-loader",
    "--env-file",
    "-C",
    "--conditions",
    "-W",
    "-X",
    "-I",
    "-cp",
    "-classpath",
    "--class-path",
];

/// Options of these whose value is run.
const RUNS_VALUE: [&str; 8] = [
    "-c", "-e", "-m", "-p", "--eval", "--print", "-Command", "-File",
];

/// The arguments of an interpreter up to and with its script, or the text or module it runs instead; all of them where no
/// argument is a file; none of another program.
pub(super) fn arguments(
    path: Option<&Path>,
    command: &[OsString],
    folder: Option<&Path>,
) -> Vec<OsString> {
    if !is_interpreter(path) {
        return Vec::new();
    }
    let given = command.get(1..).unwrap_or_default();
    let is_there =
        |argument: &OsString| folder.is_some_and(|folder| folder.join(argument).exists());
    let mut before = "";
    let script = given.iter().position(|argument| {
        let text = argument.to_str().unwrap_or_default();
        let option = std::mem::replace(&mut before, text);
        if RUNS_VALUE.contains(&option) {
            return true;
        }
        // A word that is no file may be a command of the interpreter, such as `run`.
        !WITH_VALUE.contains(&option) && !text.starts_with('-') && is_there(argument)
    });
    let all = given.len().checked_sub(1);
    let arguments = script.or(all).and_then(|last| given.get(..=last));
    arguments.unwrap_or_default().to_vec()
}

fn is_interpreter(path: Option<&Path>) -> bool {
    let name = path.and_then(Path::file_name).unwrap_or_default();
    let name = name.to_string_lossy().to_ascii_lowercase();
    let name = name.strip_suffix(" (deleted)").unwrap_or(&name);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let name = name.trim_end_matches(|end: char| end.is_ascii_digit() || "._-".contains(end));
    INTERPRETERS.contains(&name)
}

/// Reads what is run. Blocking.
pub(super) fn read(arguments: &[OsString], folder: Option<&Path>) -> Option<ClientScript> {
    let file_of = |argument: &OsString| {
        let file = folder?.join(argument);
        file.is_file().then_some(file)
    };
    let (script, options) = arguments.split_last()?;
    let mut digest = Sha256::new();
    for argument in arguments {
        let bytes = argument.as_encoded_bytes();
        digest.update(bytes.len().to_le_bytes());
        digest.update(bytes);
    }
    for file in arguments.iter().filter_map(file_of) {
        // One that cannot be read is known by its path alone.
        let _ = hash(&file, &mut digest);
    }
    let shown = file_of(script).map_or_else(|| script.clone(), PathBuf::into_os_string);
    let words = options.iter().chain([&shown]);
    let words: Vec<_> = words.map(|word| OsStr::to_string_lossy(word)).collect();
    let text = words.join(" ");
    Some(ClientScript {
        text: text.chars().take(limits::SCRIPT_CHARS).collect(),
        digest: format!("{:x}", digest.finalize()),
    })
}

fn hash(file: &Path, digest: &mut Sha256) -> std::io::Result<()> {
    let mut file = File::open(file)?.take(limits::SCRIPT_BYTES);
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(()),
            read => digest.update(buffer.get(..read).unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn the_arguments_up_to_the_script_are_what_an_interpreter_runs() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["agent.js", "x.js", "a.pl"] {
            std::fs::write(dir.path().join(name), "").unwrap();
        }
        let cases = [
            ("/usr/bin/node", "node agent.js --resume 1", "agent.js"),
            ("/usr/bin/node", "node /etc/passwd b", "/etc/passwd"),
            (
                "/usr/bin/node",
                "node --require x.js agent.js b",
                "--require x.js agent.js",
            ),
            ("/usr/bin/python3.12", "python -m agent run", "-m agent"),
            ("/usr/bin/python3", "python3 -c code agent.js", "-c code"),
            ("/usr/bin/python3", "python3 -ccode", "-ccode"),
            ("/usr/bin/node", "node --eval=code b", "--eval=code b"),
            ("/opt/bun", "bun run good.ts", "run good.ts"),
            ("/opt/bun", "bun run agent.js b", "run agent.js"),
            ("/opt/deno", "deno run -A npm:x", "run -A npm:x"),
            ("/opt/node18.exe", "node agent.js", "agent.js"),
            ("/usr/bin/node (deleted)", "node agent.js", "agent.js"),
            ("/usr/bin/perl5.36.0", "perl -w a.pl", "-w a.pl"),
            ("/bin/bash", "-bash", ""),
            ("/bin/bash", "bash -i", "-i"),
            ("/opt/agent", "agent agent.js", ""),
            ("/opt/nodepad", "nodepad agent.js", ""),
        ];
        for (path, command, expected) in cases {
            let found = arguments(Some(Path::new(path)), &words(command), Some(dir.path()));
            assert_eq!(found, words(expected), "{path}: {command}");
        }
        assert_eq!(arguments(None, &words("node agent.js"), None), words(""));
    }

    #[test]
    fn a_script_is_its_path_its_content_and_what_comes_before_it() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Some(dir.path());
        let file = dir.path().join("agent.js");
        std::fs::write(&file, "one").unwrap();
        let read = |text: &str| read(&words(text), folder).expect("a script");
        let first = read("agent.js");
        assert_eq!(first.text, file.display().to_string(), "its whole path");
        assert_eq!(read("agent.js"), first);
        let other = read("-r agent.js");
        assert_ne!(other.digest, first.digest, "with an option before it");
        std::fs::write(&file, "two").unwrap();
        let changed = read("agent.js");
        assert_eq!(changed.text, first.text);
        assert_ne!(changed.digest, first.digest, "it has changed");
        assert_eq!(
            read("-m agent").text,
            "-m agent",
            "a module has no path here"
        );
        assert_ne!(read("-c code").digest, read("-c other").digest);
        assert!(super::read(&[], folder).is_none());
    }
}
