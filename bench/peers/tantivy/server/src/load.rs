use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::FileExt;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tantivy::directory::MmapDirectory;
use tantivy::indexer::SingleSegmentIndexWriter;
use tantivy::{Index, TantivyDocument};

use crate::plan::{Column, Plan, Type, tokenizers};

const MEMORY: usize = 500_000_000;

#[derive(Deserialize)]
struct Line<'a> {
    text: Vec<String>,
    columns: serde_json::Map<String, Value>,
    #[serde(borrow)]
    record: &'a RawValue,
}

#[derive(Deserialize)]
struct Id {
    id: String,
}

/// Indexes the lines of a file as one segment in the order of their ids: of equal hits the smaller id comes first.
pub fn load(plan: &Plan, lines: &Path, into: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(into)?;
    let builder = Index::builder().schema(plan.schema.clone()).tokenizers(tokenizers());
    let mut writer: SingleSegmentIndexWriter<TantivyDocument> =
        builder.single_segment_index_writer(MmapDirectory::open(into)?, MEMORY)?;
    let file = File::open(lines)?;
    for (_, offset, length) in places(lines)? {
        let mut bytes = vec![0; length];
        file.read_exact_at(&mut bytes, offset)?;
        writer.add_document(document(plan, &serde_json::from_slice(&bytes)?))?;
    }
    writer.finalize()?;
    Ok(())
}

/// The id, offset and length of each line, by id.
fn places(lines: &Path) -> Result<Vec<(String, u64, usize)>, Box<dyn Error>> {
    let mut reader = BufReader::new(File::open(lines)?);
    let mut places = Vec::new();
    let mut line = String::new();
    let mut offset = 0;
    loop {
        line.clear();
        let length = reader.read_line(&mut line)?;
        if length == 0 {
            break;
        }
        places.push((serde_json::from_str::<Id>(&line)?.id, offset, length));
        offset += length as u64;
    }
    places.sort();
    Ok(places)
}

fn document(plan: &Plan, line: &Line) -> TantivyDocument {
    let mut document = TantivyDocument::new();
    for text in &line.text {
        document.add_text(plan.text, text);
    }
    for (name, column) in &plan.columns {
        match &line.columns[name] {
            Value::Null => {}
            Value::Array(values) => values.iter().for_each(|value| add(&mut document, *column, value)),
            value => add(&mut document, *column, value),
        }
    }
    document.add_bytes(plan.record, line.record.get().as_bytes());
    document
}

fn add(document: &mut TantivyDocument, Column { field, of }: Column, value: &Value) {
    match of {
        Type::Keyword => document.add_text(field, value.as_str().expect("a text")),
        Type::Whole => document.add_i64(field, value.as_i64().expect("a whole number")),
        Type::Double => document.add_f64(field, value.as_f64().expect("a number")),
        Type::Flag => document.add_i64(field, i64::from(value.as_bool().expect("true or false"))),
    }
}
