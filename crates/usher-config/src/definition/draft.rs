//! Turns a definition back into a draft, for a change of a part of it.

use super::{
    DraftDefinition, DraftNamedValue, DraftTransport, DraftValue, NamedValue, SavedValue,
    ServerDefinition, Transport,
};

impl ServerDefinition {
    /// Returns the definition as a draft, which is checked like any other. Its secrets stay those that are stored.
    pub fn draft(&self) -> DraftDefinition {
        let values = |values: &[NamedValue]| {
            let draft = values.iter().map(|named| DraftNamedValue {
                name: named.name.clone(),
                value: named.value.draft(),
            });
            draft.collect()
        };
        DraftDefinition {
            label: self.label.to_string(),
            transport: match &self.transport {
                Transport::Stdio {
                    command,
                    args,
                    env,
                    cwd,
                    inputs,
                } => DraftTransport::Stdio {
                    command: command.clone(),
                    args: args.clone(),
                    env: values(env),
                    cwd: cwd.clone(),
                    inputs: values(inputs),
                },
                Transport::Http {
                    url,
                    headers,
                    inputs,
                } => DraftTransport::Http {
                    url: url.to_string(),
                    headers: values(headers),
                    inputs: values(inputs),
                },
                Transport::Demo => DraftTransport::Demo,
            },
            era: self.era,
        }
    }
}

impl DraftTransport {
    /// Its environment values or headers, then its inputs, as [`Transport::named`] has them.
    pub fn named_mut(&mut self) -> impl Iterator<Item = &mut DraftNamedValue> {
        let (values, inputs): (&mut [_], &mut [_]) = match self {
            Self::Stdio { env, inputs, .. } => (env, inputs),
            Self::Http {
                headers, inputs, ..
            } => (headers, inputs),
            Self::Demo => (&mut [], &mut []),
        };
        values.iter_mut().chain(inputs)
    }
}

impl SavedValue {
    /// Returns the value as a draft; a secret stays the one that is stored.
    pub(crate) fn draft(&self) -> DraftValue {
        match self {
            Self::Plain(text) => DraftValue::Plain(text.clone()),
            Self::Secret(_) => DraftValue::KeepStored,
        }
    }
}
