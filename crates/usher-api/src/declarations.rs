//! What TypeScript needs to know of the types that cross the contract.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use ts_rs::{Config, TS, TypeVisitor};

/// One row of the table, as far as TypeScript needs it.
pub struct Operation {
    /// `<resource>.<verb>`.
    pub name: &'static str,
    pub(crate) doc: String,
    /// Events after which its answer may be another one.
    pub(crate) changed_by: &'static [&'static str],
    pub(crate) params: String,
    pub(crate) result: String,
    pub(crate) collect: fn(&mut Declarations),
}

impl Operation {
    /// Describes the operation called `name` with the given parameter and result types.
    pub(crate) fn of<P: TS + 'static, R: TS + 'static>(
        name: &'static str,
        doc: &[&'static str],
        changed_by: &'static [&'static str],
    ) -> Self {
        let config = config();
        Self {
            name,
            doc: doc
                .iter()
                .map(|line| line.trim())
                .collect::<Vec<_>>()
                .join(" "),
            changed_by,
            params: P::name(&config),
            result: R::name(&config),
            collect: |declarations| {
                declarations.add::<P>();
                declarations.add::<R>();
            },
        }
    }
}

fn config() -> Config {
    Config::new().with_large_int("number")
}

/// Declarations met so far, by name.
pub(crate) struct Declarations {
    config: Config,
    seen: HashSet<TypeId>,
    pub(crate) text: BTreeMap<String, String>,
}

impl Declarations {
    pub(crate) fn new() -> Self {
        Self {
            config: config(),
            seen: HashSet::new(),
            text: BTreeMap::new(),
        }
    }

    pub(crate) fn add<T: TS + 'static + ?Sized>(&mut self) {
        self.visit::<T>();
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
        // Only types of our own have an output path; the rest (string, number, …) need no declaration.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        let docs = T::docs()
            .map(|docs| docs.trim_end().to_owned() + "\n")
            .unwrap_or_default();
        let text = format!("{docs}export {}\n", T::decl(&self.config));
        self.text.insert(name, text);
    }
}
