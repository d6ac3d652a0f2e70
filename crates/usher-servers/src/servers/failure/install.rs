//! Names the product to install for a well-known program.

use usher_messages::Message;

/// Says what to install for a program that was not found; `None` for programs we do not know.
pub fn advice(program: &str) -> Option<Message> {
    let name = bare_name(program);
    let (product, place) = match name {
        "npx" | "npm" | "node" | "corepack" => ("Node.js", "nodejs.org"),
        "uvx" | "uv" => ("uv", "docs.astral.sh/uv"),
        "python" | "python3" | "pip" | "pipx" => ("Python", "python.org"),
        "docker" => ("Docker", "docs.docker.com"),
        "podman" => ("Podman", "podman.io"),
        "bun" | "bunx" => ("Bun", "bun.sh"),
        "deno" => ("Deno", "deno.com"),
        "pnpm" => ("pnpm", "pnpm.io"),
        "yarn" => ("Yarn", "yarnpkg.com"),
        "cargo" => ("Rust", "rust-lang.org"),
        "go" => ("Go", "go.dev"),
        "java" => ("Java", "adoptium.net"),
        "dotnet" | "dnx" => (".NET", "dotnet.microsoft.com"),
        "ruby" => ("Ruby", "ruby-lang.org"),
        _ => return None,
    };
    Some(
        Message::new("failure.next.installProduct")
            .with("program", name)
            .with("product", product)
            .with("place", place),
    )
}

/// The name without folders and without the ending Windows gives it.
fn bare_name(program: &str) -> &str {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    [".exe", ".cmd", ".bat"]
        .iter()
        .find_map(|ending| name.strip_suffix(ending))
        .unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_programs_come_with_a_product() {
        let check = |program: &str, expected: Option<&str>| {
            let advice = advice(program).map(|message| message.to_string());
            assert_eq!(advice.as_deref(), expected, "advice for {program}");
        };
        check(
            "npx",
            Some("Install Node.js (nodejs.org), which includes npx, then restart the server."),
        );
        check(
            "C:\\tools\\uvx.exe",
            Some("Install uv (docs.astral.sh/uv), which includes uvx, then restart the server."),
        );
        check(
            "/opt/bin/docker",
            Some(
                "Install Docker (docs.docker.com), which includes docker, then restart the server.",
            ),
        );
        check("my-own-server", None);
    }
}
