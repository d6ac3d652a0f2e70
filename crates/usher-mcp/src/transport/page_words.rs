//! Reads the words of a web page that came in place of a message.

/// Longest part of a page that is read, in bytes.
const READ_BYTES: usize = 64 * 1024;

/// Elements whose content nobody reads.
const UNREAD: [&str; 3] = ["script", "style", "svg"];

/// Returns what a page says: its title, and its text where that says more. Any other text is returned as it is.
pub(super) fn words_of(body: &str) -> String {
    let body = body.trim();
    if !body.starts_with('<') {
        return body.to_owned();
    }
    let (title, text) = read(&body[..body.floor_char_boundary(READ_BYTES)]);
    match (title.is_empty(), text.is_empty()) {
        (true, _) => text,
        (_, true) => title,
        _ if text.starts_with(&title) => text,
        _ if title.contains(&text) => title,
        _ => format!("{title}: {text}"),
    }
}

/// Returns the title and the other text.
fn read(page: &str) -> (String, String) {
    let (mut title, mut text) = (String::new(), String::new());
    let lower = page.to_ascii_lowercase();
    let mut rest = page;
    let mut inside = String::new();
    while !rest.is_empty() {
        let (said, tag_on) = rest.split_once('<').unwrap_or((rest, ""));
        if inside == "title" {
            title.push_str(said);
        } else {
            text.push_str(said);
            text.push(' ');
        }
        let (tag, after) = match tag_on.strip_prefix("!--") {
            Some(comment) => ("", comment.split_once("-->").map_or("", |(_, after)| after)),
            None => tag_on.split_once('>').unwrap_or((tag_on, "")),
        };
        let name = tag.split(|c: char| c.is_whitespace() || c == '/').next();
        let name = name.unwrap_or_default().to_ascii_lowercase();
        if let Some(end) = tag.strip_prefix('/') {
            if end.trim().eq_ignore_ascii_case(&inside) {
                inside.clear();
            }
        } else if name == "title" {
            inside = name;
        } else if UNREAD.contains(&name.as_str()) {
            // Up to its end, a `<` begins nothing.
            let start = page.len() - after.len();
            let end = lower[start..].find(&format!("</{name}"));
            rest = end.map_or("", |end| &after[end..]);
            continue;
        }
        rest = after;
    }
    (plain(&title), plain(&text))
}

/// Joins spaces, and reads the entities that texts are full of.
fn plain(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    let text = words.join(" ");
    let entities = [
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    entities.iter().fold(text, |text, (entity, meaning)| {
        text.replace(entity, meaning)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_told_by_its_words() {
        let cases = [
            ("go away", "go away"),
            ("{\"error\": \"<x>\"}", "{\"error\": \"<x>\"}"),
            ("<html><body>Please log in</body></html>", "Please log in"),
            (
                "<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>",
                "502 Bad Gateway",
            ),
            (
                "<!DOCTYPE html><title>502 Bad Gateway</title>\n<center>502 Bad Gateway</center><hr>nginx",
                "502 Bad Gateway nginx",
            ),
            (
                "<html><head><title>Error</title></head><body><pre>Cannot POST /a&amp;b</pre></body></html>",
                "Error: Cannot POST /a&b",
            ),
            (
                "<html><style>p > a { }</style><script>if (a < b) {}</script><!-- <p>no</p> --><p>yes</html>",
                "yes",
            ),
            ("<html", ""),
            ("<title>never closed", "never closed"),
        ];
        for (body, expected) in cases {
            assert_eq!(words_of(body), expected, "{body}");
        }
    }
}
