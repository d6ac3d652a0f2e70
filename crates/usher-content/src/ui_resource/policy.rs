//! The content security policy of a page: nothing, but for its own text and the hosts it may reach.
//!
//! It has no `'self'`: what stands beside the page on its host is the proxy that carries its messages.

use usher_types::mcp_app::{AppHosts, AppOrigin};

/// Returns the header. It holds `sandbox`, so that the page has no other origin and no other right wherever it is drawn.
///
/// Its scripts are those it holds and those of its hosts. No text becomes a script by eval, as in the policy of the
/// specification, which knows no `data:` either; but the viewer of PDF among the official examples has its worker as such
/// an address, and a page that may write scripts into itself gains nothing by it.
pub(super) fn of(hosts: &AppHosts, origin: AppOrigin) -> String {
    let resource = hosts.resource.as_slice();
    [
        format!("sandbox {}", origin.sandbox()),
        "default-src 'none'".to_owned(),
        directive("script-src", &["'unsafe-inline'", "data:"], resource),
        directive("style-src", &["'unsafe-inline'"], resource),
        directive("img-src", &["data:", "blob:"], resource),
        directive("font-src", &["data:"], resource),
        directive("media-src", &["data:", "blob:"], resource),
        directive("worker-src", &["blob:", "data:"], &[]),
        directive("connect-src", &[], &hosts.connect),
        "frame-src 'none'".to_owned(),
        directive("base-uri", &[], &hosts.base_uri),
        "object-src 'none'".to_owned(),
        "form-action 'none'".to_owned(),
    ]
    .join("; ")
}

fn directive(name: &str, own: &[&str], hosts: &[String]) -> String {
    let sources: Vec<_> = own
        .iter()
        .copied()
        .chain(hosts.iter().map(String::as_str))
        .collect();
    let sources = if sources.is_empty() {
        "'none'".to_owned()
    } else {
        sources.join(" ")
    };
    format!("{name} {sources}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_reaches_nothing_but_what_it_declared() {
        let nothing = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' data:; \
            style-src 'unsafe-inline'; img-src data: blob:; font-src data:; media-src data: blob:; \
            worker-src blob: data:; connect-src 'none'; frame-src 'none'; base-uri 'none'; object-src 'none'; \
            form-action 'none'";
        let opaque = of(&AppHosts::default(), AppOrigin::Opaque);
        assert_eq!(opaque, nothing, "nothing declared");
        let own = of(&AppHosts::default(), AppOrigin::Own);
        assert_eq!(
            own.strip_prefix("sandbox allow-scripts allow-same-origin;"),
            nothing.strip_prefix("sandbox allow-scripts;"),
            "an origin of its own is all it gains"
        );
        let hosts = AppHosts {
            connect: vec!["https://api.example.com".into(), "wss://b.example".into()],
            resource: vec!["https://cdn.example.com".into()],
            base_uri: vec!["https://base.example.com".into()],
        };
        let all = "sandbox allow-scripts; default-src 'none'; \
            script-src 'unsafe-inline' data: https://cdn.example.com; \
            style-src 'unsafe-inline' https://cdn.example.com; img-src data: blob: https://cdn.example.com; \
            font-src data: https://cdn.example.com; media-src data: blob: https://cdn.example.com; \
            worker-src blob: data:; connect-src https://api.example.com wss://b.example; \
            frame-src 'none'; base-uri https://base.example.com; object-src 'none'; \
            form-action 'none'";
        assert_eq!(of(&hosts, AppOrigin::Opaque), all, "everything declared");
    }
}
