//! Names the product to install for a well-known program.

/// Says what to install for a program that was not found; `None` for programs we do not know.
pub fn advice(program: &str) -> Option<String> {
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
    Some(format!(
        "{name} comes with {product}: install {product} ({place}), then restart the server."
    ))
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
            assert_eq!(advice(program).as_deref(), expected, "advice for {program}");
        };
        check(
            "npx",
            Some("npx comes with Node.js: install Node.js (nodejs.org), then restart the server."),
        );
        check(
            "C:\\tools\\uvx.exe",
            Some("uvx comes with uv: install uv (docs.astral.sh/uv), then restart the server."),
        );
        check(
            "/opt/bin/docker",
            Some(
                "docker comes with Docker: install Docker (docs.docker.com), then restart the server.",
            ),
        );
        check("my-own-server", None);
    }
}
