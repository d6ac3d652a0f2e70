//! A server that wants a sign-in, and its authorization server. Every rule a client has to keep is held against what
//! comes; which one the servers break themselves is their [`Manner`].

mod manner;

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parking_lot::Mutex;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use url::{Url, form_urlencoded};

use super::http::{HttpServer, Seen, plain, redirect};
use crate::loopback::{Answers, Loopback};
pub use manner::Manner;

/// Where the server answers.
const PLACE: &str = "/json/echo";

/// A scope that opens nothing.
const USELESS: &str = "none";

/// Prefix of every secret these servers give out.
pub const CANARY: &str = "canary-7f3a";

#[derive(Clone)]
pub struct Guarded {
    manner: Manner,
    place: &'static str,
    server: u16,
    issuer: u16,
    mcp: HttpServer,
    held: Arc<Mutex<Held>>,
}

#[derive(Default)]
struct Held {
    seen: Vec<Seen>,
    counter: usize,
    /// What each code was given for.
    codes: HashMap<String, Asked>,
    /// The scopes of each good access token.
    access: HashMap<String, String>,
    /// The scopes of each good refresh token.
    refresh: HashMap<String, String>,
}

/// What the browser was sent with.
#[derive(Clone)]
struct Asked {
    challenge: String,
    redirect: String,
    scope: String,
}

impl Guarded {
    /// Starts both on free ports of the loopback address; they serve as long as the runtime lives.
    pub async fn start(manner: Manner) -> io::Result<Self> {
        Self::start_at(PLACE, manner).await
    }

    /// As [`Guarded::start`], where the server behind the guard answers at `place`: `/<style>/<mode>`.
    pub async fn start_at(place: &'static str, manner: Manner) -> io::Result<Self> {
        let (server, issuer) = (Loopback::bind().await?, Loopback::bind().await?);
        let guarded = Self {
            manner,
            place,
            server: server.port,
            issuer: issuer.port,
            mcp: HttpServer::default(),
            held: Arc::default(),
        };
        for (loopback, role) in [(server, Role::Server), (issuer, Role::Issuer)] {
            loopback.serve((guarded.clone(), role));
        }
        Ok(guarded)
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}{}", self.server, self.place)
    }

    /// The authorization server, as it writes itself.
    pub fn issuer(&self) -> String {
        format!("http://127.0.0.1:{}", self.issuer)
    }

    fn issuers(&self) -> Vec<String> {
        let nobody = "http://127.0.0.1:1".to_owned();
        let no_good = format!("{}/no-good", self.issuer());
        match self.manner {
            // Some write it with a slash at its end, which it does not write itself.
            Manner::Several => vec![nobody, no_good, format!("{}/", self.issuer())],
            _ => vec![self.issuer()],
        }
    }

    /// Every request so far, to both.
    pub fn seen(&self) -> Vec<Seen> {
        self.held(|held| held.seen.clone())
    }

    /// The bodies of what came to the token endpoint, as fields.
    pub fn token_requests(&self) -> Vec<HashMap<String, String>> {
        let seen = self.seen();
        let requests = seen.iter().filter(|seen| seen.line == "POST /token");
        requests.map(|seen| fields(&seen.body)).collect()
    }

    /// From now on the access tokens given so far are no good.
    pub fn expire(&self) {
        self.held(|held| held.access.clear());
    }

    /// From now on nothing given so far is any good.
    pub fn revoke(&self) {
        self.held(|held| {
            held.access.clear();
            held.refresh.clear();
        });
    }

    fn held<T>(&self, look: impl FnOnce(&mut Held) -> T) -> T {
        look(&mut self.held.lock())
    }

    async fn guard(&self, request: &Seen, stream: &mut TcpStream) -> io::Result<bool> {
        let described = format!("/.well-known/oauth-protected-resource{}", self.place);
        if request.line == format!("GET {described}") {
            let resource = match self.manner {
                Manner::OtherResource => "http://127.0.0.1:1/other".into(),
                _ => self.url(),
            };
            let body = json!({
                "resource": resource,
                "authorization_servers": self.issuers(),
                "scopes_supported": ["read"],
            });
            return plain(stream, 200, "application/json", &body.to_string()).await;
        }
        if !request.line.ends_with(self.place) {
            return plain(stream, 404, "text/plain", "nothing here").await;
        }
        let token = request.headers.get("authorization");
        let token = token.and_then(|header| header.strip_prefix("Bearer "));
        let scopes = token.and_then(|token| self.held(|held| held.access.get(token).cloned()));
        let scopes = scopes.filter(|scopes| scopes != USELESS);
        let is_call = request.body["method"] == "tools/call";
        let challenge = match &scopes {
            None if self.manner == Manner::GuardsCalls && !is_call => {
                return self.mcp.respond(request, stream).await;
            }
            None => format!(
                "Bearer resource_metadata=\"http://127.0.0.1:{}{described}\"",
                self.server
            ),
            Some(scopes)
                if self.manner == Manner::WantsMore && is_call && !scopes.contains("write") =>
            {
                format!(
                    "Bearer error=\"insufficient_scope\", scope=\"write\", resource_metadata=\"http://127.0.0.1:{}{described}\"",
                    self.server
                )
            }
            Some(_) if self.withholds(request, token) => {
                return plain(stream, 500, "text/plain", "not today").await;
            }
            Some(_) => return self.mcp.respond(request, stream).await,
        };
        let status = if scopes.is_some() { 403 } else { 401 };
        let head = format!(
            "HTTP/1.1 {status} Status\r\nWWW-Authenticate: {challenge}\r\nContent-Length: 0\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await?;
        stream.flush().await.map(|()| true)
    }

    /// Whether a list of tools is not for whoever has this token.
    fn withholds(&self, request: &Seen, token: Option<&str>) -> bool {
        let first = format!("{CANARY}-access-2");
        self.manner == Manner::TellsOnce
            && request.body["method"] == "tools/list"
            && token != Some(first.as_str())
    }

    async fn issue(&self, request: &Seen, stream: &mut TcpStream) -> io::Result<bool> {
        let (verb, target) = request.line.split_once(' ').unwrap_or_default();
        let path = target.split('?').next().unwrap_or_default();
        let (status, body) = match (verb, path) {
            (
                "GET",
                "/.well-known/oauth-authorization-server"
                | "/.well-known/oauth-authorization-server/no-good",
            ) => (200, self.describe()),
            ("POST", "/register") => self.register(&request.body),
            ("POST", "/token") => self.give(&fields(&request.body)),
            ("POST", "/revoke") => self.take_back(&fields(&request.body)),
            ("GET", "/authorize") => {
                return match self.authorize(target) {
                    Some(location) => redirect(stream, 302, &location).await,
                    None => plain(stream, 200, "text/html", "<p>Who are you?").await,
                };
            }
            _ => (404, json!({})),
        };
        plain(stream, status, "application/json", &body.to_string()).await
    }

    fn describe(&self) -> Value {
        let issuer = self.issuer();
        let mut described = json!({
            "issuer": issuer,
            "authorization_endpoint": format!("{issuer}/authorize"),
            "token_endpoint": format!("{issuer}/token"),
            "registration_endpoint": format!("{issuer}/register"),
            "revocation_endpoint": format!("{issuer}/revoke"),
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
            "authorization_response_iss_parameter_supported": true,
        });
        match self.manner {
            Manner::OtherIssuer => described["issuer"] = format!("{issuer}/other").into(),
            Manner::NoPkce => described["code_challenge_methods_supported"] = json!(["plain"]),
            Manner::Presets => {
                described["authorization_endpoint"] =
                    format!("{issuer}/authorize?tenant=1&scope=everything").into();
            }
            Manner::ForKnown => described["registration_endpoint"] = Value::Null,
            _ => {}
        }
        described
    }

    fn register(&self, wanted: &Value) -> (u16, Value) {
        if wanted["application_type"] != "native" || self.manner == Manner::ForKnown {
            return (400, json!({"error": "invalid_client_metadata"}));
        }
        let given = json!({
            "client_id": "usher-1",
            "client_secret": format!("{CANARY}-client"),
            "token_endpoint_auth_method": "client_secret_post",
            "redirect_uris": wanted["redirect_uris"],
        });
        (201, given)
    }

    /// Where the browser is sent; nowhere if the person has to do something first.
    fn authorize(&self, target: &str) -> Option<String> {
        let url = Url::parse(&self.issuer()).ok()?.join(target).ok()?;
        let asked: HashMap<String, String> = url.query_pairs().into_owned().collect();
        let get = |name: &str| asked.get(name).cloned().unwrap_or_default();
        let fits = get("resource") == self.url() && get("code_challenge_method") == "S256";
        if !fits || self.manner == Manner::Silent {
            return None;
        }
        let code = self.held(|held| {
            held.counter += 1;
            let code = format!("{CANARY}-code-{}", held.counter);
            let asked = Asked {
                challenge: get("code_challenge"),
                redirect: get("redirect_uri"),
                scope: get("scope"),
            };
            held.codes.insert(code.clone(), asked);
            code
        });
        let state = match self.manner {
            Manner::WrongState => "another".to_owned(),
            _ => get("state"),
        };
        let issuer = match self.manner {
            Manner::WrongIssuer => format!("{}/other", self.issuer()),
            _ => self.issuer(),
        };
        let mut back = Url::parse(&get("redirect_uri")).ok()?;
        {
            let mut query = back.query_pairs_mut();
            match self.manner {
                Manner::Denied => query.append_pair("error", "access_denied"),
                _ => query.append_pair("code", &code),
            };
            query.append_pair("state", &state);
            query.append_pair("iss", &issuer);
        }
        Some(back.into())
    }

    /// Whether a form is from the client it should be from.
    fn knows(&self, form: &HashMap<String, String>) -> bool {
        let get = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
        let (id, secret) = match self.manner {
            Manner::ForKnown => ("known", "known-secret".to_owned()),
            _ => ("usher-1", format!("{CANARY}-client")),
        };
        get("client_id") == id && get("client_secret") == secret
    }

    fn take_back(&self, form: &HashMap<String, String>) -> (u16, Value) {
        if !self.knows(form) {
            return (401, json!({"error": "invalid_client"}));
        }
        let token = form.get("token").map(String::as_str).unwrap_or_default();
        self.held(|held| {
            held.access.remove(token);
            held.refresh.remove(token);
        });
        (200, json!({}))
    }

    /// Whether nothing that was given is any good (any more).
    pub fn holds_nothing(&self) -> bool {
        self.held(|held| held.access.is_empty() && held.refresh.is_empty())
    }

    fn give(&self, form: &HashMap<String, String>) -> (u16, Value) {
        let get = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
        if !self.knows(form) {
            return (401, json!({"error": "invalid_client"}));
        }
        if get("resource") != self.url() {
            return (400, json!({"error": "invalid_target"}));
        }
        let manner = self.manner;
        let given = self.held(|held| {
            let scope = match get("grant_type") {
                "authorization_code" => {
                    let asked = held.codes.remove(get("code"))?;
                    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(get("code_verifier")));
                    let fits =
                        asked.challenge == challenge && asked.redirect == get("redirect_uri");
                    fits.then_some(asked.scope)?
                }
                "refresh_token" if manner != Manner::NoRefresh => {
                    let scope = held.refresh.remove(get("refresh_token"))?;
                    // Some give a token of no use unless the scope is named again.
                    if get("scope").is_empty() {
                        USELESS.to_owned()
                    } else {
                        scope
                    }
                }
                _ => return None,
            };
            held.counter += 1;
            let access = format!("{CANARY}-access-{}", held.counter);
            let refresh = format!("{CANARY}-refresh-{}", held.counter);
            held.access.insert(access.clone(), scope.clone());
            held.refresh.insert(refresh.clone(), scope);
            Some(json!({
                "access_token": access,
                "refresh_token": refresh,
                "token_type": "Bearer",
                "expires_in": 3600,
            }))
        });
        match given {
            Some(tokens) => (200, tokens),
            None => (400, json!({"error": "invalid_grant"})),
        }
    }
}

/// Which of the two a connection is to.
#[derive(Debug, Clone, Copy)]
enum Role {
    Server,
    Issuer,
}

impl Answers for (Guarded, Role) {
    async fn answer(&self, request: Seen, stream: &mut TcpStream) -> io::Result<bool> {
        let (guarded, role) = self;
        guarded.held(|held| held.seen.push(request.clone()));
        let goes_on = match role {
            Role::Server => guarded.guard(&request, stream).await?,
            Role::Issuer => guarded.issue(&request, stream).await?,
        };
        let last = request.headers.get("connection");
        Ok(goes_on && last.is_none_or(|last| last != "close"))
    }
}

fn fields(body: &Value) -> HashMap<String, String> {
    let text = body.as_str().unwrap_or_default();
    form_urlencoded::parse(text.as_bytes())
        .into_owned()
        .collect()
}
