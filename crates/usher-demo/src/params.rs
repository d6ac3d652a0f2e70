//! Reads the parameters of a method.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::fault::Fault;

/// Reads the parameters of a method into its own type.
pub(crate) fn parse<T: DeserializeOwned>(
    method: &str,
    params: Map<String, Value>,
) -> Result<T, Fault> {
    serde_json::from_value(Value::Object(params)).map_err(|problem| {
        Fault::invalid_params(format!("The parameters of {method} do not fit: {problem}"))
    })
}
