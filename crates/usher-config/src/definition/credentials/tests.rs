//! Which credentials are found where, and what replaces them.

use super::*;

/// `words · of the rest [input=value, …] {variable=value, …}`.
fn shown(words: &[&str]) -> String {
    let mut args: Vec<String> = words[1..].iter().map(ToString::to_string).collect();
    let taken = take_from_args(words[0], &mut args, ["HAD_TOKEN"]);
    let pairs = |credentials: &[Credential]| {
        let pairs = credentials
            .iter()
            .map(|taken| format!("{}={}", taken.name, taken.value.expose()));
        pairs.collect::<Vec<_>>().join(", ")
    };
    let mut line = args.join(" · ");
    if !taken.inputs.is_empty() {
        line = format!("{line} [{}]", pairs(&taken.inputs));
    }
    if !taken.env.is_empty() {
        line = format!("{line} {{{}}}", pairs(&taken.env));
    }
    line
}

#[track_caller]
fn check(words: &[&str], expected: &str) {
    assert_eq!(shown(words), expected, "the credentials of {words:?}");
}

/// Checks a table of words and what becomes of them.
#[track_caller]
fn check_all(table: &str) {
    for [words, expected] in usher_cases::rows(table) {
        check(&words.split(" · ").collect::<Vec<_>>(), &expected);
    }
}

#[test]
fn credentials_of_arguments_are_taken_out() {
    check_all(
        r#"
        npx · server · --api-key · abc123 | server · --api-key · ${input:api-key} [api-key=abc123]
        npx · server · --api-key=abc123 · --port=80 | server · --api-key=${input:api-key} · --port=80 [api-key=abc123]
        npx · server · -k · sk-abc123 | server · -k · ${input:k} [k=sk-abc123]
        npx · server · ghp_abc123 | server · ${input:secret} [secret=ghp_abc123]
        npx · a · --token · one · --token · two | a · --token · ${input:token} · --token · ${input:token-2} [token=one, token-2=two]
        npx · a · --token · ${input:token} · --token · two | a · --token · ${input:token} · --token · ${input:token-2} [token-2=two]
        npx · mcp-remote · https://x.example/mcp · --header · Authorization: Bearer abc | mcp-remote · https://x.example/mcp · --header · Authorization: ${input:Authorization} [Authorization=Bearer abc]
        npx · mcp-remote · --header=X-Api-Key:abc | mcp-remote · --header=X-Api-Key:${input:X-Api-Key} [X-Api-Key=abc]
        npx · mcp-remote · https://x.example/mcp?exaApiKey=a%2Fb&q=1#x | mcp-remote · https://x.example/mcp?exaApiKey=${input:exaApiKey}&q=1#x [exaApiKey=a%2Fb]
        npx · pg · postgres://me:hunter2@db:5432/x?sslmode=on | pg · postgres://me:${input:password}@db:5432/x?sslmode=on [password=hunter2]
        npx · pg · --db=postgres://me:hunter2@db/x?password=three | pg · --db=postgres://me:${input:password-2}@db/x?password=${input:password} [password=three, password-2=hunter2]
        env · API_KEY=abc · DEBUG=1 · node · x.js | API_KEY=${input:API_KEY} · DEBUG=1 · node · x.js [API_KEY=abc]
        npx · run · --config · {"exaApiKey":"abc","n":{"token":"abc"},"q":"abc"} | run · --config · {"exaApiKey":"${input:exaApiKey}","n":{"token":"${input:token}"},"q":"abc"} [token=abc, exaApiKey=abc]
    "#,
    );
}

#[test]
fn variables_of_containers_go_through_the_environment() {
    check_all(
        r"
        docker · run · -i · -e · GITHUB_PERSONAL_ACCESS_TOKEN=abc · -e · LEVEL=1 · image | run · -i · -e · GITHUB_PERSONAL_ACCESS_TOKEN · -e · LEVEL=1 · image {GITHUB_PERSONAL_ACCESS_TOKEN=abc}
        /usr/bin/podman · run · --env=API_KEY=abc · image | run · --env=API_KEY · image {API_KEY=abc}
        docker · run · -e · GITHUB_TOKEN · image | run · -e · GITHUB_TOKEN · image
        # One name has one value there.
        docker · run · -e · HAD_TOKEN=abc · image | run · -e · HAD_TOKEN=${input:HAD_TOKEN} · image [HAD_TOKEN=abc]
    ",
    );
}

#[test]
fn what_is_no_credential_stays() {
    for words in [
        &["npx", "-y", "@scope/server-tokens@1.2", "/home/me"][..],
        &["npx", "server", "--max-tokens", "4096"],
        &["npx", "server", "--api-key", "YOUR_API_KEY"],
        &["npx", "server", "--api-key", "<key>"],
        &["npx", "server", "--api-key", "$API_KEY"],
        &["npx", "server", "--api-key", "--verbose"],
        &["npx", "server", "--api-key="],
        &["npx", "server", "--token-file", "/run/token"],
        &["npx", "server", "--api-key-env=NAME"],
        &["npx", "server", "--no-auth", "start"],
        &["npx", "server", "--auth", "none"],
        &["npx", "mcp-remote", "https://x.example/mcp?limit=3"],
        &["npx", "mcp-remote", "--header", "Authorization:${AUTH}"],
        &["C:\\x.exe", "C:\\secrets\\server.js"],
    ] {
        let plain = words[1..].join(" · ");
        check(words, &plain);
    }
}

#[test]
fn credentials_of_a_url_are_taken_out() {
    for (url, expected) in [
        ("https://x.example/mcp", "https://x.example/mcp []"),
        (
            "https://x.example/mcp?exaApiKey=a%2Fb+c&q=1",
            "https://x.example/mcp?exaApiKey=${input:exaApiKey}&q=1 [exaApiKey=a/b c]",
        ),
        (
            "https://x.example/mcp?q=sk-abc&key=two&key=three",
            "https://x.example/mcp?q=${input:q}&key=${input:key}&key=${input:key-2} [q=sk-abc, key=two, key-2=three]",
        ),
        (
            "https://x.example/mcp?key=${input:key}&token",
            "https://x.example/mcp?key=${input:key}&token []",
        ),
    ] {
        let mut parsed = Url::parse(url).unwrap();
        let taken: Vec<_> = take_from_url(&mut parsed)
            .into_iter()
            .map(|taken| format!("{}={}", taken.name, taken.value.expose()))
            .collect();
        assert_eq!(
            format!("{parsed} [{}]", taken.join(", ")),
            expected,
            "{url}"
        );
    }
}

#[test]
fn credentials_are_blanked_where_there_is_no_place_for_inputs() {
    for (url, expected) in [
        ("https://x.example/a?q=1", "https://x.example/a?q=1 []"),
        (
            "https://x.example/a?api_key=canary&q=1&token=two",
            "https://x.example/a?api_key=&q=1&token= [api_key, token]",
        ),
    ] {
        let mut parsed = Url::parse(url).unwrap();
        let names = blank_url(&mut parsed).join(", ");
        assert_eq!(format!("{parsed} [{names}]"), expected, "{url}");
    }
    let mut config = serde_json::json!({
        "units": "metric",
        "apiToken": "canary",
        "place": { "password": "canary", "url": "https://x.example/?key=canary&q=1" },
        "list": [{ "clientSecret": "canary" }, "sk-canary", 1],
    });
    let names = blank_members(config.as_object_mut().unwrap());
    assert_eq!(
        config,
        serde_json::json!({
            "units": "metric",
            "apiToken": "",
            "place": { "password": "", "url": "https://x.example/?key=&q=1" },
            "list": [{ "clientSecret": "" }, "", 1],
        })
    );
    assert_eq!(
        names,
        ["apiToken", "password", "key", "clientSecret", "list"]
    );
}
