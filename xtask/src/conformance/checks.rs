//! What a suite wrote about each check of a scenario, as text to compare.

/// One line a check, with its identity and outcome, in order. What only informs is left out: it is of one run.
pub(crate) fn outcomes(checks: &str) -> Vec<String> {
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
            "status" if value != "INFO" => found.push(format!("{id} {name} {value}")),
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
        assert_eq!(outcomes(&all), ["a N FAILURE", "b N SUCCESS"]);
        assert_eq!(outcomes(""), Vec::<String>::new());
    }
}
