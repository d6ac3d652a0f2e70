//! The TypeScript text of the contract: every type that crosses it, and the map of operations.
//!
//! One file is generated, `ui/src/api/generated/contract.ts`; a test compares it with the one committed.

use std::fmt::Write as _;

use crate::declarations::Declarations;
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
    out
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
