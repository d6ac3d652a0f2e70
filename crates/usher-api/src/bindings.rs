//! The TypeScript text of the contract: every type that crosses it, and the map of operations.
//!
//! One file is generated, `ui/src/api/generated/contract.ts`; a test compares it with the one committed.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use ts_rs::{Config, TS, TypeVisitor};

use crate::error::ApiError;
use crate::event::AppEvent;
use crate::operations;

/// One row of the table, as far as TypeScript needs it.
pub struct Operation {
    /// `<resource>.<verb>`.
    pub name: &'static str,
    doc: String,
    params: String,
    result: String,
    collect: fn(&mut Declarations),
}

impl Operation {
    /// Describes the operation called `name` with the given parameter and result types.
    pub(crate) fn of<P: TS + 'static, R: TS + 'static>(
        name: &'static str,
        doc: &[&'static str],
    ) -> Self {
        let config = config();
        Self {
            name,
            doc: doc
                .iter()
                .map(|line| line.trim())
                .collect::<Vec<_>>()
                .join(" "),
            params: P::name(&config),
            result: R::name(&config),
            collect: |declarations| {
                declarations.add::<P>();
                declarations.add::<R>();
            },
        }
    }
}

/// The whole generated file.
pub fn typescript() -> String {
    let operations = operations::all();
    let mut declarations = Declarations {
        config: config(),
        seen: HashSet::new(),
        text: BTreeMap::new(),
    };
    declarations.add::<ApiError>();
    declarations.add::<AppEvent>();
    for operation in &operations {
        (operation.collect)(&mut declarations);
    }

    let mut out = String::from(
        "// Generated from crates/usher-api by `cargo xtask bindings`. Do not edit.\n\n",
    );
    for text in declarations.text.values() {
        out.push_str(text);
        out.push('\n');
    }
    out.push_str(
        "/** Every operation: its parameters and its result. */\nexport type Operations = {\n",
    );
    for operation in &operations {
        // Writing to a String cannot fail.
        let _ = writeln!(
            out,
            "  /** {} */\n  '{}': [{}, {}];",
            operation.doc, operation.name, operation.params, operation.result
        );
    }
    out.push_str("};\n");
    out
}

fn config() -> Config {
    Config::new().with_large_int("number")
}

/// Declarations met so far, by name.
pub(crate) struct Declarations {
    config: Config,
    seen: HashSet<TypeId>,
    text: BTreeMap<String, String>,
}

impl Declarations {
    fn add<T: TS + 'static + ?Sized>(&mut self) {
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn the_committed_typescript_is_fresh() {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/src/api/generated/contract.ts");
        let committed = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            committed.replace("\r\n", "\n") == super::typescript(),
            "{} is not what the contract generates now: run `cargo xtask bindings`",
            file.display()
        );
    }
}
