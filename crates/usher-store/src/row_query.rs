//! Queries of rows, newest first: only what is filtered by stands in one, so that an index of the table is used.

use sqlx::{QueryBuilder, Sqlite};

use super::search::Search;

/// A table whose texts are searched.
pub(super) struct SearchedTable {
    /// The table, as `FROM` takes it.
    pub(super) rows: &'static str,
    /// The index of its texts.
    pub(super) index: &'static str,
    /// Expressions that are texts.
    pub(super) texts: &'static [&'static str],
    /// Expressions that are JSON.
    pub(super) json: &'static [&'static str],
}

/// A query that is being put together.
pub(super) struct RowQuery {
    query: QueryBuilder<Sqlite>,
    order: String,
}

impl RowQuery {
    /// Begins with the rows in which each word of `search` is found, and that are older than `before`.
    pub(super) fn begin(
        of: &SearchedTable,
        columns: &str,
        search: Option<Search>,
        before: Option<i64>,
    ) -> Self {
        let SearchedTable { rows, index, .. } = of;
        let mut query = QueryBuilder::new(format!("SELECT {columns} FROM "));
        let (matched, patterns) = search
            .map(|search| (search.matched, search.patterns))
            .unzip();
        let order = if let Some(matched) = matched.flatten() {
            query
                .push(format!(
                    "{index} CROSS JOIN {rows} ON id = {index}.rowid WHERE {index} MATCH "
                ))
                .push_bind(matched);
            format!("{index}.rowid")
        } else {
            query.push(format!("{rows} WHERE true"));
            "id".to_owned()
        };
        let mut all = Self { query, order };
        if let Some(before) = before {
            let older = format!("{} < ", all.order);
            all.and(&older).push_bind(before);
        }
        if let Some(patterns) = patterns {
            let texts = of.texts.iter().map(|text| (text, 0));
            let found: Vec<_> = texts
                .chain(of.json.iter().map(|json| (json, 1)))
                .map(|(text, form)| format!(r"{text} LIKE word.value ->> {form} ESCAPE '\'"))
                .collect();
            all.and("NOT EXISTS (SELECT 1 FROM json_each(")
                .push_bind(patterns)
                .push(format!(") AS word WHERE NOT ({}))", found.join(" OR ")));
        }
        all
    }

    /// Adds a condition that the caller completes.
    pub(super) fn and(&mut self, condition: &str) -> &mut QueryBuilder<Sqlite> {
        self.query.push(" AND ").push(condition)
    }

    pub(super) fn end(mut self, limit: u32) -> QueryBuilder<Sqlite> {
        self.query
            .push(format!(" ORDER BY {} DESC LIMIT ", self.order))
            .push_bind(limit);
        self.query
    }
}
