//! Recognises what stands for a value that somebody has yet to fill in.

use usher_types::text::visible;

/// `${input:token}`, `{{token}}`, `<your-token>`, `YOUR_TOKEN`.
pub(crate) fn placeholder(text: &str) -> Option<String> {
    for (open, close) in [("${", "}"), ("{{", "}}"), ("<", ">")] {
        if let Some(start) = text.find(open)
            && let Some(length) = text[start + open.len()..].find(close)
            && length > 0
        {
            return Some(text[start..start + open.len() + length + close.len()].to_owned());
        }
    }
    let upper = text.to_ascii_uppercase();
    let stands_for_another = upper.starts_with("YOUR_")
        || upper.starts_with("YOUR-")
        || upper.contains("_HERE")
        || upper == "CHANGEME";
    stands_for_another.then(|| format!("“{}”", visible(text)))
}
