//! What to enter in place of a command that names no program.

use usher_messages::Message;

use super::advice;

/// Says what to enter in place of a command that was not found; `None` = nothing is known of it.
pub(crate) fn not_found_advice(command: &str, args: &[String]) -> Option<Message> {
    if command.starts_with("ws://") || command.starts_with("wss://") {
        return Some(Message::new("failure.next.webSocket"));
    }
    if let Some(url) = address(command) {
        return Some(Message::new("failure.next.addressAsCommand").with("url", url));
    }
    if let Some(program) = behind_cmd(command, args) {
        return Some(Message::new("failure.next.withoutCmd").with("program", program));
    }
    let (program, rest) = command.trim().split_once(' ').unwrap_or((command, ""));
    if !rest.trim().is_empty() && !program.contains(['/', '\\']) {
        return Some(
            Message::new("failure.next.splitCommand")
                .with("program", program)
                .with("arguments", rest.trim()),
        );
    }
    advice(command)
}

/// Reads a command as an address: `localhost:3000`, `http://…`.
fn address(command: &str) -> Option<String> {
    if command.starts_with("http://") || command.starts_with("https://") {
        return Some(command.to_owned());
    }
    let host = command.split('/').next()?;
    let (name, port) = host.rsplit_once(':')?;
    let is_name = !name.is_empty()
        && name
            .chars()
            .all(|character| character.is_ascii_alphanumeric() || ".-".contains(character));
    // One letter is a drive of Windows.
    (is_name && name.len() > 1 && port.parse::<u16>().is_ok()).then(|| format!("http://{command}"))
}

/// Returns the program that `cmd /c` starts, where there is no `cmd`.
fn behind_cmd<'a>(command: &str, args: &'a [String]) -> Option<&'a str> {
    let is_cmd = ["cmd", "cmd.exe"].contains(&command.to_ascii_lowercase().as_str());
    let mut rest = args.iter().skip_while(|arg| arg.starts_with('/'));
    if cfg!(windows) || !is_cmd {
        return None;
    }
    rest.next().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_program_is_told_what_it_is() {
        let cases: [(&str, &[&str], Option<&str>); 10] = [
            (
                "localhost:3000",
                &[],
                Some("add it as URL: http://localhost:3000"),
            ),
            ("127.0.0.1:80/mcp", &[], Some("http://127.0.0.1:80/mcp")),
            ("https://a.example/mcp", &[], Some("https://a.example/mcp")),
            ("ws://localhost:3000", &[], Some("WebSocket")),
            (
                "npx -y some-server",
                &[],
                Some("Enter npx as the command and -y some-server as"),
            ),
            ("cmd", &["/c", "npx", "-y", "x"], Some("use npx")),
            ("cmd", &[], None),
            ("npx", &[], Some("Install Node.js")),
            ("/opt/my server", &[], None),
            ("C:80", &[], None),
        ];
        for (command, args, expected) in cases {
            let args: Vec<_> = args.iter().map(|arg| (*arg).to_owned()).collect();
            let advice = not_found_advice(command, &args).map(|message| message.to_string());
            match (&advice, expected) {
                (Some(advice), Some(expected)) => {
                    assert!(advice.contains(expected), "{command}: {advice}");
                }
                _ => assert_eq!(advice.as_deref(), expected, "{command}"),
            }
        }
    }
}
