//! Reads a variant that is stored by its word.

use std::error::Error;

use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteTypeInfo, SqliteValueRef};
use sqlx::{Decode, Sqlite, Type};

/// A variant of an enum in a column of text.
pub(crate) struct Word<T>(pub(crate) T);

impl<T> Type<Sqlite> for Word<T> {
    fn type_info() -> SqliteTypeInfo {
        <String as Type<Sqlite>>::type_info()
    }

    fn compatible(column: &SqliteTypeInfo) -> bool {
        <String as Type<Sqlite>>::compatible(column)
    }
}

impl<'r, T> Decode<'r, Sqlite> for Word<T>
where
    T: TryFrom<String, Error: Error + Send + Sync + 'static>,
{
    fn decode(value: SqliteValueRef<'r>) -> Result<Self, BoxDynError> {
        let word = <String as Decode<Sqlite>>::decode(value)?;
        Ok(Self(word.try_into()?))
    }
}
