//! Names the places of a definition in which something may vary: descriptions, defaults, examples, and lists whose order
//! means nothing. Names, annotations, `_meta`, icons and what a schema demands are no such places.

use serde_json::Value;

/// What stands at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Definition,
    /// The arguments of a prompt.
    Arguments,
    Argument,
    Schema,
    /// Schemas by their names or positions.
    Schemas,
    /// Lists of names by the name of a property.
    SetsByName,
    /// A list whose order means nothing.
    Set,
    /// A default or an example, all the way down.
    Data,
    /// Words for a reader.
    Prose,
    /// What never varies.
    Fixed,
}

impl Place {
    /// What a definition is: a text alone is a server's instructions.
    pub(super) fn of_root(definition: &Value) -> Self {
        match definition {
            Value::String(_) => Self::Prose,
            _ => Self::Definition,
        }
    }

    /// The place a JSON pointer leads to.
    pub(super) fn at(definition: &Value, pointer: &str) -> Self {
        let names = pointer.split('/').skip(1);
        names.fold(Self::of_root(definition), |place, name| {
            place.member(&name.replace("~1", "/").replace("~0", "~"))
        })
    }

    /// The place of a member or an entry.
    pub(super) fn member(self, name: &str) -> Self {
        match self {
            Self::Definition => match name {
                "description" => Self::Prose,
                "inputSchema" | "outputSchema" => Self::Schema,
                "arguments" => Self::Arguments,
                _ => Self::Fixed,
            },
            Self::Arguments => Self::Argument,
            Self::Argument if name == "description" => Self::Prose,
            Self::Schema => keyword(name),
            Self::Schemas => Self::Schema,
            Self::SetsByName => Self::Set,
            Self::Data => Self::Data,
            Self::Argument | Self::Set | Self::Prose | Self::Fixed => Self::Fixed,
        }
    }

    pub(super) fn is_unordered(self) -> bool {
        matches!(self, Self::Set | Self::Data)
    }

    pub(super) fn is_text(self) -> bool {
        matches!(self, Self::Prose | Self::Data)
    }
}

/// What a member of a JSON Schema is.
fn keyword(name: &str) -> Place {
    match name {
        "description" => Place::Prose,
        "default" | "examples" => Place::Data,
        "enum" | "required" | "type" => Place::Set,
        "dependentRequired" => Place::SetsByName,
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas"
        | "anyOf" | "oneOf" | "allOf" | "prefixItems" => Place::Schemas,
        "items"
        | "contains"
        | "not"
        | "if"
        | "then"
        | "else"
        | "propertyNames"
        | "additionalProperties"
        | "unevaluatedItems"
        | "unevaluatedProperties" => Place::Schema,
        _ => Place::Fixed,
    }
}
