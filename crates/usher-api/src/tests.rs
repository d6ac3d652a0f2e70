//! The JSON of everything that crosses the contract, held still: a change here is a change of the contract.
//!
//! Results and events are snapshots; parameters are read from the JSON the page sends.

mod lists;
mod params;
mod results;
mod samples;
mod servers;

use serde::Serialize;

/// Compares the JSON of these values with the snapshot of that name.
fn check<T: Serialize>(name: &str, values: &[T]) {
    insta::with_settings!({ snapshot_path => "tests/snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_json_snapshot!(name, values);
    });
}
