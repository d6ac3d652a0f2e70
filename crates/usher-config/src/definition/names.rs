//! Derives labels for servers without one.

use super::{Label, Transport};
use usher_types::text::visible;

/// A label made from what a server is: its package, program or host.
pub fn derived_label(transport: &Transport) -> String {
    let name = match transport {
        Transport::Stdio { command, args, .. } => package_of(command, args)
            .or_else(|| script_of(command, args))
            .unwrap_or_else(|| program_name(command)),
        Transport::Http { url, .. } => host_name(url.host_str().unwrap_or_default()),
        Transport::Demo => "Demo server".to_owned(),
    };
    let name: String = visible(name.trim()).chars().take(60).collect();
    if name.is_empty() {
        "Server".to_owned()
    } else {
        name
    }
}

/// Returns the name, with the first free number if it is taken.
pub fn free_label(name: &str, others: &[Label]) -> Label {
    let is_free = |label: &Label| others.iter().all(|other| other.key() != label.key());
    let plain = Label::trusted(name.trim());
    if is_free(&plain) {
        return plain;
    }
    let mut number = 2_u32;
    loop {
        let label = Label::trusted(format!("{} {number}", plain.as_str()));
        if is_free(&label) {
            return label;
        }
        number += 1;
    }
}

/// `npx -y @scope/server-x@1.2 dir` → `server-x`.
fn package_of(command: &str, args: &[String]) -> Option<String> {
    let takes_packages = ["npx", "bunx", "uvx", "pnpx", "pipx", "dlx"];
    let program = program_name(command);
    let mut words = args.iter().map(String::as_str).peekable();
    if !takes_packages.contains(&program.as_str()) {
        // `pnpm dlx x`, `yarn dlx x`, `npm exec x`, `bun x x`, `uv tool run x`, `docker run image`.
        match (program.as_str(), words.next()?) {
            ("pnpm" | "yarn", "dlx") | ("npm", "exec" | "x") | ("bun", "x") => {}
            ("uv", "tool") => {
                words.next_if_eq(&"run")?;
            }
            ("docker" | "podman", "run") => return image_of(words),
            _ => return None,
        }
    } else if program == "pipx" {
        words.next_if_eq(&"run")?;
    }
    let package = words.find(|word| !word.starts_with('-'))?;
    let last = package.rsplit('/').next()?;
    let bare = last.split('@').next().filter(|name| !name.is_empty())?;
    Some(bare.to_owned())
}

/// The image is the last word that looks like one: options of `run` with values come before it.
fn image_of<'a>(words: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut previous_takes_value = false;
    for word in words {
        if word.starts_with('-') {
            let flags_without_value = [
                "-i",
                "-t",
                "-it",
                "--rm",
                "--init",
                "--interactive",
                "--tty",
            ];
            previous_takes_value = !word.contains('=') && !flags_without_value.contains(&word);
        } else if previous_takes_value {
            previous_takes_value = false;
        } else {
            let last = word.rsplit('/').next()?;
            let bare = last.split([':', '@']).next()?;
            return Some(bare.to_owned());
        }
    }
    None
}

/// `node /opt/weather/index.js` → `weather`; `python -m weather_server` → `weather_server`.
fn script_of(command: &str, args: &[String]) -> Option<String> {
    let program = program_name(command);
    let runs_scripts = ["node", "deno", "bun", "python", "python3", "ruby", "tsx"];
    if !runs_scripts.contains(&program.as_str()) {
        return None;
    }
    if let Some(at) = args.iter().position(|arg| arg == "-m") {
        return args.get(at + 1).cloned();
    }
    let script = args
        .iter()
        .find(|arg| !arg.starts_with('-') && *arg != "run")?;
    let mut parts = script.rsplit(['/', '\\']).filter(|part| !part.is_empty());
    let file = parts.next()?;
    let stem = file.split('.').next().unwrap_or(file);
    let says_nothing = ["index", "main", "server", "cli", "app"];
    if !says_nothing.contains(&stem) {
        return Some(stem.to_owned());
    }
    let build_dirs = ["dist", "build", "src", "out", "lib", "bin"];
    parts
        .find(|dir| !build_dirs.contains(dir))
        .map(str::to_owned)
        .or_else(|| Some(stem.to_owned()))
}

pub(super) fn program_name(command: &str) -> String {
    let file = command
        .rsplit(['/', '\\'])
        .next()
        .unwrap_or(command)
        .to_owned();
    for suffix in [".exe", ".cmd", ".bat"] {
        if let Some(stem) = file.strip_suffix(suffix) {
            return stem.to_owned();
        }
    }
    file
}

fn host_name(host: &str) -> String {
    let host = host.trim_end_matches('.');
    ["mcp.", "www.", "api."]
        .iter()
        .find_map(|prefix| host.strip_prefix(prefix).filter(|rest| rest.contains('.')))
        .unwrap_or(host)
        .to_owned()
}

#[cfg(test)]
mod tests;
