//! What a suite wrote about each check of a scenario, as values to compare.

use std::fmt;

/// A check, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Outcome {
    id: String,
    name: String,
    status: String,
}

impl Outcome {
    pub(crate) fn new(id: &str, name: &str, status: &str) -> Self {
        Self {
            id: id.to_owned(),
            name: name.to_owned(),
            status: status.to_owned(),
        }
    }

    /// Whether the suite is not content.
    pub(crate) fn is_bad(&self) -> bool {
        matches!(&*self.status, "FAILURE" | "WARNING")
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, name, status } = self;
        write!(f, "{id} {name} {status}")
    }
}

/// Every check in order. What only informs is left out: it is of one run.
pub(crate) fn outcomes(checks: &str) -> Vec<Outcome> {
    let mut found = Vec::new();
    let (mut id, mut name) = (String::new(), String::new());
    for line in checks.lines() {
        // The file is written with an indent of two: a check's own members stand at four, what is in them further in.
        let Some((member, value)) = line
            .strip_prefix("    \"")
            .and_then(|line| line.split_once("\": \""))
        else {
            continue;
        };
        let value = value.trim_end_matches(',').trim_end_matches('"');
        match member {
            "id" => value.clone_into(&mut id),
            "name" => value.clone_into(&mut name),
            "status" if value != "INFO" => found.push(Outcome::new(&id, &name, value)),
            _ => {}
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_read_with_their_outcomes() {
        let check = |id: &str, status: &str| {
            format!(
                "  {{\n    \"id\": \"{id}\",\n    \"name\": \"N\",\n    \"status\": \"{status}\",\n    \"details\": {{\n      \"status\": \"SUCCESS\"\n    }}\n  }}"
            )
        };
        let all = [
            check("b", "SUCCESS"),
            check("a", "FAILURE"),
            check("c", "INFO"),
        ]
        .join(",\n");
        let expected = [
            Outcome::new("a", "N", "FAILURE"),
            Outcome::new("b", "N", "SUCCESS"),
        ];
        assert_eq!(outcomes(&all), expected);
        assert_eq!(outcomes(""), []);
    }
}
