//! What a program said before it ended, and what to do about it. All of it is server text.

use std::path::Path;

use usher_mcp::{Clues, sign_in_address};
use usher_messages::Message;
use usher_types::input::fill_in_home;
use usher_types::text::{beginning, visible_output};

use crate::limits;
use usher_config::definition::{ServerDefinition, Transport};

/// What a fault says, in small letters, and the advice. One of the groups has to be said, and each text of it.
struct Cause {
    says: &'static [&'static [&'static str]],
    next_step: &'static str,
}

/// The first that fits counts: what came last often follows from it.
const CAUSES: [Cause; 7] = [
    Cause {
        says: &[
            &["npm err", "404", "registry"],
            &["was not found in the package registry"],
            &["no matching distribution found"],
            &["no solution found", "no versions of"],
        ],
        next_step: "failure.next.packageNotFound",
    },
    Cause {
        says: &[
            &["cannot connect to the docker daemon"],
            &["failed to connect to the docker api"],
            &["docker daemon is not running"],
            &["error during connect", "docker"],
        ],
        next_step: "failure.next.startDocker",
    },
    Cause {
        says: &[
            &["eaddrinuse"],
            &["address already in use"],
            &["only one usage of each socket address"],
        ],
        next_step: "failure.next.portInUse",
    },
    Cause {
        says: &[
            &["unknownissuer"],
            &["self-signed certificate"],
            &["self_signed_cert"],
            &["unable to get local issuer certificate"],
            &["unable_to_get_issuer_cert"],
            &["certificate_verify_failed"],
            &["certificate verify failed"],
        ],
        next_step: "failure.next.certificate",
    },
    Cause {
        says: &[
            &["getaddrinfo enotfound"],
            &["code enotfound"],
            &["eai_again"],
            &["etimedout"],
            &["enetunreach"],
            &["econnrefused"],
            &["temporary failure in name resolution"],
            &["name or service not known"],
            &["nodename nor servname"],
            &["could not resolve host"],
            &["dns error"],
            &["network is unreachable"],
            &["failed to fetch: `http"],
        ],
        next_step: "failure.next.hostNotReached",
    },
    Cause {
        says: &[
            &["ebadengine"],
            &["unsupported engine"],
            &["err_unknown_builtin_module"],
            &["node.js v", "unexpected token"],
            &["node.js v", "unexpected identifier"],
            &["node.js v", "fetch is not defined"],
            &["node.js v", "file is not defined"],
            &["node.js v", "err_require_esm"],
            &["requires node"],
            &["does not provide an export named", "node:"],
        ],
        next_step: "failure.next.newerNode",
    },
    Cause {
        says: &[
            &["no module named 'mcp."],
            &["cannot import name", "from 'mcp"],
            &["module 'mcp", "has no attribute"],
            &["'server' object has no attribute"],
            &["'fastmcp' object has no attribute"],
            &["fastmcp.__init__() got an unexpected"],
            &["server.__init__() got an unexpected"],
        ],
        next_step: "failure.next.olderMcp",
    },
];

/// Words of a line that says what went wrong.
const FAULT_WORDS: [&str; 5] = ["error", "exception", "fatal", "panic", "fehler"];

/// Programs that replace variables in their arguments.
const SHELLS: [&str; 9] = [
    "sh",
    "bash",
    "dash",
    "zsh",
    "fish",
    "ksh",
    "cmd",
    "powershell",
    "pwsh",
];

/// Options of interpreters that are followed by code, which has variables of its own.
const CODE_FOLLOWS: [&str; 3] = ["-c", "-e", "--eval"];

/// How package managers begin what went well in the end.
const WARNINGS: [&str; 4] = ["npm warn", "pnpm warn", "warning:", "warn "];

/// Lines that name no fault, though they have such a word.
const NO_FAULTS: [&str; 2] = ["a complete log of this run", "debug.log"];

/// What a program said, made visible.
pub(super) struct Said {
    pub(super) stderr: Vec<String>,
    stdout: Vec<String>,
    pub(super) withheld: Vec<String>,
}

impl Said {
    pub(super) fn of(clues: Clues) -> Self {
        Self {
            stderr: visible_lines(&clues.stderr),
            stdout: visible_lines(&clues.stdout),
            withheld: clues.withheld,
        }
    }

    pub(super) fn of_stderr(stderr: Vec<String>) -> Self {
        Self::of(Clues {
            stderr,
            ..Clues::default()
        })
    }

    /// Returns the address at which the person is asked to sign in.
    pub(super) fn sign_in_address(&self) -> Option<String> {
        sign_in_address(self.stderr.iter().map(String::as_str))
    }

    /// Returns what to do about it; `None` = it said nothing.
    pub(super) fn next_step(&self, definition: &ServerDefinition) -> Option<Message> {
        let cause = self.cause(definition);
        let said = || {
            let line = error_line(&self.stderr)
                .or(self.stderr.iter().rfind(|line| !line.trim().is_empty()))?;
            Some(Message::new("failure.next.said").with("text", brief(line)))
        };
        let printed = || self.printed("failure.next.printed");
        cause
            .or_else(|| literal_argument(definition))
            .or_else(said)
            .or_else(printed)
    }

    /// Returns what the summary and the next step leave out.
    pub(super) fn detail(&self) -> Option<Message> {
        let printed = if self.stderr.is_empty() {
            None
        } else {
            self.printed("failure.detail.printed")
        };
        let withheld = (!self.withheld.is_empty()).then(|| {
            Message::new("failure.detail.withheld").with("names", self.withheld.join(", "))
        });
        printed
            .into_iter()
            .chain(withheld)
            .reduce(Message::followed_by)
    }

    fn printed(&self, code: &'static str) -> Option<Message> {
        let text = self.stdout.join(" ");
        let text = text.trim();
        (!text.is_empty()).then(|| Message::new(code).with("text", brief(text)))
    }

    fn cause(&self, definition: &ServerDefinition) -> Option<Message> {
        let lines = self.stderr.iter().chain(&self.stdout);
        let lines = lines.map(|line| line.to_lowercase());
        let (warned, told): (Vec<_>, Vec<_>) = lines.partition(|line| is_warning(line));
        // A warning is the cause only where nothing else says what went wrong.
        let is_told = told.iter().any(|line| names_fault(line));
        let said = told
            .into_iter()
            .chain(warned.into_iter().filter(|_| !is_told))
            .collect::<Vec<_>>()
            .join("\n");
        let is_said = |group: &&[&str]| group.iter().all(|text| said.contains(text));
        let cause = CAUSES.iter().find(|cause| cause.says.iter().any(is_said))?;
        if cause.next_step == "failure.next.olderMcp" {
            return Some(older_mcp(definition));
        }
        Some(Message::new(cause.next_step))
    }
}

/// Names the command that starts a Python server with the library it was written for.
fn older_mcp(definition: &ServerDefinition) -> Message {
    let Transport::Stdio { command, args, .. } = &definition.transport else {
        return Message::new("failure.next.olderMcpInstalled");
    };
    let program = command.rsplit(['/', '\\']).next().unwrap_or_default();
    let (runner, rest) = match (program.trim_end_matches(".exe"), args.as_slice()) {
        ("uvx", rest) => ("uvx", rest),
        ("uv", [tool, run, rest @ ..]) if tool == "tool" && run == "run" => ("uv tool run", rest),
        ("uv", [run, rest @ ..]) if run == "run" => ("uv run", rest),
        _ => return Message::new("failure.next.olderMcpInstalled"),
    };
    let rest: Vec<_> = rest.iter().map(|arg| quoted(arg)).collect();
    Message::new("failure.next.olderMcp").with(
        "command",
        brief(&format!("{runner} --with \"mcp<2\" {}", rest.join(" "))),
    )
}

/// Writes an argument as one word.
fn quoted(argument: &str) -> String {
    let is_plain = |next: char| next.is_alphanumeric() || "-_=./:@,+[]~%".contains(next);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    format!(
        "\"{}\"",
        argument.replace('\\', "\\\\").replace('"', "\\\"")
    )
}

/// Names an argument with a variable that only a shell replaces. The home folder is filled in.
fn literal_argument(definition: &ServerDefinition) -> Option<Message> {
    let Transport::Stdio { command, args, .. } = &definition.transport else {
        return None;
    };
    let program = command.rsplit(['/', '\\']).next().unwrap_or_default();
    if SHELLS.contains(&program.trim_end_matches(".exe")) {
        return None;
    }
    let before = std::iter::once("").chain(args.iter().map(String::as_str));
    let is_literal = |(before, arg): &(&str, &String)| {
        !CODE_FOLLOWS.contains(before) && names_variable(&fill_in_home(arg, Path::new("")))
    };
    let (_, argument) = before.zip(args).find(is_literal)?;
    Some(Message::new("failure.next.literalArgument").with("argument", brief(argument)))
}

/// Returns whether a text has a variable as a shell writes it: `$NAME`, `${NAME}`.
fn names_variable(text: &str) -> bool {
    text.split('$').skip(1).any(|after| {
        let name = after.strip_prefix('{').unwrap_or(after);
        name.starts_with(|first: char| first.is_ascii_uppercase() || first == '_')
    })
}

/// Returns the last line that says what went wrong.
fn error_line(lines: &[String]) -> Option<&String> {
    lines.iter().rfind(|line| names_fault(&line.to_lowercase()))
}

/// Whether a line, in small letters, says what went wrong.
fn names_fault(line: &str) -> bool {
    FAULT_WORDS.iter().any(|word| line.contains(word))
        && !NO_FAULTS.iter().any(|text| line.contains(text))
        && !is_warning(line)
}

/// Whether a line, in small letters, is a warning of a package manager.
fn is_warning(line: &str) -> bool {
    WARNINGS
        .iter()
        .any(|warning| line.trim_start().starts_with(warning))
}

fn visible_lines(lines: &[String]) -> Vec<String> {
    lines.iter().map(|line| visible_output(line)).collect()
}

fn brief(text: &str) -> String {
    beginning(text.trim(), limits::SAID_BYTES).into_owned()
}
