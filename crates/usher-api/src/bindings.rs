//! The TypeScript text of the contract: every type that crosses it, and the map of operations.
//!
//! One file is generated, `ui/src/api/generated/contract.ts`; a test compares it with the one committed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::declarations::{Declarations, Operation};
use crate::error::ApiError;
use crate::event::AppEvent;
use crate::operations;

/// The whole generated file.
pub fn typescript() -> String {
    let operations = operations::all();
    let mut declarations = Declarations::new();
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
    write_changes(&mut out, &operations);
    out
}

fn write_changes(out: &mut String, operations: &[Operation]) {
    let mut changes = BTreeMap::<_, Vec<_>>::new();
    for operation in operations {
        for event in operation.changed_by {
            let quoted = format!("'{}'", operation.name);
            changes.entry(event).or_default().push(quoted);
        }
    }
    out.push_str(
        "\n/** The operations whose answers an event changes, as far as their parameters fit it; `.tools` names the list. */\n\
         export const CHANGES = {\n",
    );
    for (event, names) in changes {
        // Writing to a String cannot fail.
        let _ = writeln!(out, "  '{event}': [{}],", names.join(", "));
    }
    out.push_str(
        "} as const satisfies { [event in Change]?: readonly (keyof Operations)[] };\n\
         type Change = AppEvent['kind'] | `${AppEvent['kind']}.${CatalogKind}`;\n",
    );
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
