//! The places of an `OpenAPI` document: its operations, what they take and give, and who may run them.
//!
//! Not here: the places of webtools and of what MCP servers declare (`place`).

use super::place::{Noun, Place, Zone, known};
use crate::difference::Kind;
use crate::phrase::quoted;

/// A part of an `OpenAPI` document (3.0 and 3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// What the document says of itself.
    Info,
    /// Path items by their paths.
    Paths,
    /// The operations of one path by their methods.
    Path,
    /// One operation.
    Operation,
    /// A list of parameters, or parameters by their names.
    Parameters,
    /// One parameter, or one header of a result.
    Parameter,
    /// Bodies or results by their names.
    Bodies(Noun),
    /// A body or a result.
    Body(Noun),
    /// What a body holds, by media types.
    Contents(Noun),
    /// What a body holds in one media type.
    Media(Noun),
    /// What the rest of the document refers to.
    Components,
    /// Ways to sign in by their names.
    Schemes,
}

/// The members of a path item that are operations.
const METHODS: [&str; 8] = [
    "delete", "get", "head", "options", "patch", "post", "put", "trace",
];

impl Part {
    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Paths | Self::Path | Self::Operation => Kind::Host,
            Self::Schemes => Kind::Auth,
            Self::Parameters
            | Self::Parameter
            | Self::Bodies(_)
            | Self::Body(_)
            | Self::Contents(_)
            | Self::Media(_)
            | Self::Components => Kind::Schema,
            Self::Info => Kind::Other,
        }
    }

    /// Whether it only holds others, each of which is told alone when the whole comes or goes.
    pub(super) fn only_holds(self) -> bool {
        matches!(
            self,
            Self::Paths | Self::Path | Self::Components | Self::Schemes
        )
    }

    /// What the entries of a list are.
    pub(super) fn entry(self) -> Self {
        match self {
            Self::Parameters => Self::Parameter,
            other => other,
        }
    }
}

impl Place {
    /// A member of a part of an `OpenAPI` document.
    pub(super) fn of_part(&self, part: Part, name: &str) -> Self {
        match part {
            Part::Paths => {
                let mut path = self.thing(name, Part::Path, &format!("path {}", quoted(name)));
                name.clone_into(&mut path.dotted);
                path
            }
            Part::Path if METHODS.contains(&name) => {
                let both = format!("{} {}", name.to_uppercase(), self.dotted);
                let mut operation = self.below(name, Zone::Api(Part::Operation), String::new());
                operation.owner = format!(" of operation {}", quoted(&both));
                operation.dotted = String::new();
                operation
            }
            Part::Parameters => {
                let called = format!("parameter {}", quoted(name));
                self.thing(name, Part::Parameter, &called)
            }
            Part::Bodies(noun) => {
                let thing = match noun {
                    Noun::Result => "result",
                    Noun::Parameter | Noun::Setting | Noun::Field => "body",
                };
                self.thing(name, Part::Body(noun), &format!("{thing} {}", quoted(name)))
            }
            // The content of a body is the body.
            Part::Body(noun) if name == "content" => Self {
                called: self.called.clone(),
                ..self.below(name, Zone::Api(Part::Contents(noun)), String::new())
            },
            Part::Contents(noun) => {
                let zone = Zone::Api(Part::Media(noun));
                let called = format!("the form {}{}", quoted(name), self.of_called());
                self.below(name, zone, called)
            }
            Part::Media(noun) if name == "schema" => Self {
                called: self.called.clone(),
                ..self.below(name, Zone::Schema(noun), String::new())
            },
            Part::Schemes => {
                let called = format!("sign-in {}", quoted(name));
                let mut scheme = self.thing(name, Part::Schemes, &called);
                scheme.zone = Zone::Plain(Kind::Auth);
                scheme
            }
            _ => {
                let (zone, called) = part_member(part, name);
                let mut place = self.below(name, zone, format!("the {called}"));
                if !matches!(part, Part::Info | Part::Components) {
                    place.owner = self.of_called() + &self.owner;
                }
                place
            }
        }
    }

    /// Something with a name of its own, to which the members below belong.
    fn thing(&self, name: &str, part: Part, called: &str) -> Self {
        let mut place = self.below(name, Zone::Api(part), String::new());
        place.owner = format!(" of {called}{}", self.owner);
        place
    }

    fn of_called(&self) -> String {
        if self.called.is_empty() {
            String::new()
        } else {
            format!(" of {}", self.called)
        }
    }
}

/// What a member of a part means.
fn part_member(part: Part, name: &str) -> (Zone, String) {
    let api = Zone::Api;
    let (zone, called) = match (part, name) {
        (_, "description" | "summary" | "title" | "operationId" | "example" | "examples") => {
            (Zone::Plain(Kind::Text), plain(name))
        }
        (_, "servers") => (Zone::Plain(Kind::Host), name),
        (Part::Path | Part::Operation | Part::Components, "parameters") => {
            (api(Part::Parameters), name)
        }
        (Part::Path, "$ref") => (Zone::Plain(Kind::Host), "reference"),
        (Part::Operation, "security") => (Zone::Plain(Kind::Auth), name),
        (Part::Operation, "requestBody") => (api(Part::Body(Noun::Parameter)), "body"),
        (Part::Operation | Part::Components, "responses") => {
            (api(Part::Bodies(Noun::Result)), "results")
        }
        (Part::Components, "schemas") => (Zone::Schemas(Noun::Field), "schemas"),
        (Part::Components, "requestBodies") => (api(Part::Bodies(Noun::Parameter)), "bodies"),
        (Part::Body(_) | Part::Components, "headers") => (api(Part::Parameters), name),
        (Part::Components, "securitySchemes") => (api(Part::Schemes), "ways to sign in"),
        (Part::Components, "pathItems") => (api(Part::Paths), "paths"),
        (Part::Parameter, "schema") => (Zone::Schema(Noun::Parameter), name),
        (Part::Parameter, "content") => (api(Part::Contents(Noun::Parameter)), name),
        (Part::Parameter, "in") => (Zone::Plain(Kind::Schema), "place"),
        (Part::Parameter | Part::Body(_), "required") => (Zone::Plain(Kind::Schema), "need for it"),
        (Part::Parameter | Part::Body(_) | Part::Media(_), "$ref") => {
            (Zone::Plain(Kind::Schema), "reference")
        }
        (Part::Parameter | Part::Body(_) | Part::Media(_), other) => {
            return (Zone::Plain(Kind::Schema), quoted(other));
        }
        (_, other) => {
            let (zone, called) = known(other);
            return (zone, called.trim_start_matches("the ").to_owned());
        }
    };
    (zone, called.to_owned())
}

fn plain(name: &str) -> &str {
    match name {
        "operationId" => "name",
        other => other,
    }
}
