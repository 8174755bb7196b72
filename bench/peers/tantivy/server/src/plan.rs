use std::collections::BTreeMap;

use serde_json::Value;
use tantivy::schema::{
    BytesOptions, Field, IndexRecordOption, NumericOptions, STORED, STRING, Schema, SchemaBuilder, TextFieldIndexing,
    TextOptions,
};
use tantivy::tokenizer::{
    AsciiFoldingFilter, LowerCaser, RemoveLongFilter, SimpleTokenizer, TextAnalyzer, TokenizerManager,
};

const WORDS: &str = "words";
const LONGEST_WORD: usize = 80;

#[derive(Clone, Copy, PartialEq)]
pub enum Type {
    Keyword,
    Whole,
    Double,
    Flag,
}

#[derive(Clone, Copy)]
pub struct Column {
    pub field: Field,
    pub of: Type,
}

/// How the records of one search are held: its filters and orders by the API's names, and their columns.
pub struct Plan {
    pub path: String,
    pub main: String,
    pub filters: BTreeMap<String, String>,
    pub sorts: BTreeMap<String, String>,
    pub columns: BTreeMap<String, Column>,
    pub text: Field,
    pub record: Field,
    pub schema: Schema,
}

impl Plan {
    pub fn read(value: &Value) -> Plan {
        let mut builder = Schema::builder();
        let columns = names(&value["columns"])
            .into_iter()
            .map(|(name, of)| (name.clone(), add_column(&mut builder, &name, &of)))
            .collect();
        let indexing = TextFieldIndexing::default().set_tokenizer(WORDS).set_index_option(IndexRecordOption::WithFreqs);
        Plan {
            path: value["path"].as_str().expect("a path").to_owned(),
            main: value["main"].as_str().expect("a main figure").to_owned(),
            filters: names(&value["filters"]),
            sorts: names(&value["sorts"]),
            columns,
            text: builder.add_text_field("text", TextOptions::default().set_indexing_options(indexing)),
            record: builder.add_bytes_field("record", BytesOptions::from(STORED)),
            schema: builder.build(),
        }
    }
}

/// Words in lower case without accents; texts without spaces stay one word.
pub fn tokenizers() -> TokenizerManager {
    let manager = TokenizerManager::default();
    let words = TextAnalyzer::builder(SimpleTokenizer::default())
        .filter(RemoveLongFilter::limit(LONGEST_WORD))
        .filter(LowerCaser)
        .filter(AsciiFoldingFilter)
        .build();
    manager.register(WORDS, words);
    manager
}

pub fn analyzer() -> TextAnalyzer {
    tokenizers().get(WORDS).expect("it is registered")
}

fn add_column(builder: &mut SchemaBuilder, name: &str, of: &str) -> Column {
    let number = NumericOptions::default().set_indexed().set_fast();
    match of {
        "keyword" => Column { field: builder.add_text_field(name, STRING), of: Type::Keyword },
        "double" => Column { field: builder.add_f64_field(name, number), of: Type::Double },
        "boolean" => Column { field: builder.add_i64_field(name, number), of: Type::Flag },
        _ => Column { field: builder.add_i64_field(name, number), of: Type::Whole },
    }
}

/// By name in their order: the same fields get the same numbers each time.
fn names(value: &Value) -> BTreeMap<String, String> {
    let entries = value.as_object().expect("an object").iter();
    entries.map(|(name, text)| (name.clone(), text.as_str().expect("a text").to_owned())).collect()
}
