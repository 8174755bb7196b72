use std::error::Error;
use std::ops::Bound;
use std::path::Path;

use serde_json::Value;
use tantivy::collector::{Count, TopDocs};
use tantivy::query::{AllQuery, BooleanQuery, ConstScoreQuery, Occur, Query, RangeQuery, TermQuery, TermSetQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::schema::document::Value as _;
use tantivy::{DocAddress, Index, Order, Searcher, TantivyDocument, Term};

use crate::plan::{Column, Plan, Type, analyzer, tokenizers};

/// The index of one search.
pub struct Search {
    plan: Plan,
    searcher: Searcher,
}

/// The exact total, and the records of a page in their order.
pub struct Page {
    pub total: usize,
    pub has_more: bool,
    pub records: Vec<Vec<u8>>,
}

impl Search {
    pub fn open(plan: Plan, folder: &Path) -> Result<Search, Box<dyn Error>> {
        let mut index = Index::open_in_dir(folder)?;
        index.set_tokenizers(tokenizers());
        let searcher = index.reader()?.searcher();
        Ok(Search { plan, searcher })
    }

    pub fn path(&self) -> &str {
        &self.plan.path
    }

    /// Answers a request of the API: all words, by BM25 and id; without words or with an orderby, by the figure and id.
    pub fn page(&self, request: &Value) -> Result<Page, Box<dyn Error>> {
        let size = request["pagesize"].as_u64().unwrap_or(10) as usize;
        let from = (request["page"].as_u64().unwrap_or(1) as usize - 1) * size;
        let keywords = request["keywords"].as_str().unwrap_or("");
        let query = self.query(keywords, &request["filter"])?;
        let top = TopDocs::with_limit(size).and_offset(from);
        let orderby = request["orderby"][0]["field"].as_str();
        let (total, hits) = if keywords.is_empty() || orderby.is_some() {
            let field = orderby.map_or(&self.plan.main, |name| &self.plan.sorts[name]);
            match self.plan.columns[field].of {
                Type::Double => self.count_and(query, top.order_by_fast_field::<f64>(field, Order::Desc))?,
                _ => self.count_and(query, top.order_by_fast_field::<i64>(field, Order::Desc))?,
            }
        } else {
            self.count_and(query, top.order_by_score())?
        };
        let records = hits.into_iter().map(|address| self.record(address)).collect::<Result<_, _>>()?;
        Ok(Page { total, has_more: total > from + size, records })
    }

    fn count_and<Key, Top>(&self, query: Box<dyn Query>, top: Top) -> Result<(usize, Vec<DocAddress>), Box<dyn Error>>
    where
        Top: tantivy::collector::Collector<Fruit = Vec<(Key, DocAddress)>>,
    {
        let (total, hits) = self.searcher.search(&query, &(Count, top))?;
        Ok((total, hits.into_iter().map(|(_, address)| address).collect()))
    }

    fn record(&self, address: DocAddress) -> Result<Vec<u8>, Box<dyn Error>> {
        let document: TantivyDocument = self.searcher.doc(address)?;
        let record = document.get_first(self.plan.record).and_then(|value| value.as_bytes()).ok_or("no record")?;
        Ok(record.to_vec())
    }

    fn query(&self, keywords: &str, filter: &Value) -> Result<Box<dyn Query>, Box<dyn Error>> {
        let mut clauses: Vec<Box<dyn Query>> = Vec::new();
        let mut words = analyzer();
        let mut stream = words.token_stream(keywords);
        while let Some(token) = stream.next() {
            let term = Term::from_field_text(self.plan.text, &token.text);
            clauses.push(Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)));
        }
        for (name, value) in filter.as_object().into_iter().flatten() {
            let field = self.plan.filters.get(name).ok_or_else(|| format!("no filter {name}"))?;
            let clause = filter_clause(self.plan.columns[field], value)?;
            clauses.push(Box::new(ConstScoreQuery::new(clause, 0.0)));
        }
        Ok(match clauses.len() {
            0 => Box::new(AllQuery),
            1 => clauses.remove(0),
            _ => Box::new(BooleanQuery::new(clauses.into_iter().map(|clause| (Occur::Must, clause)).collect())),
        })
    }
}

fn filter_clause(column: Column, value: &Value) -> Result<Box<dyn Query>, Box<dyn Error>> {
    match value {
        Value::Object(bounds) => Ok(Box::new(RangeQuery::new(
            bounds.get("min").map_or(Bound::Unbounded, |min| Bound::Included(bound(column, min, f64::ceil))),
            bounds.get("max").map_or(Bound::Unbounded, |max| Bound::Included(bound(column, max, f64::floor))),
        ))),
        Value::Array(values) => {
            let terms = values.iter().map(|value| term(column, value)).collect::<Result<Vec<_>, _>>()?;
            Ok(Box::new(TermSetQuery::new(terms)))
        }
        value => Ok(Box::new(TermQuery::new(term(column, value)?, IndexRecordOption::Basic))),
    }
}

fn bound(Column { field, of }: Column, value: &Value, whole: fn(f64) -> f64) -> Term {
    let number = value.as_f64().unwrap_or(0.0);
    match of {
        Type::Double => Term::from_field_f64(field, number),
        _ => Term::from_field_i64(field, whole(number) as i64),
    }
}

fn term(Column { field, of }: Column, value: &Value) -> Result<Term, Box<dyn Error>> {
    let whole = || value.as_i64().or(value.as_bool().map(i64::from)).ok_or("not a whole number");
    Ok(match of {
        Type::Keyword => Term::from_field_text(field, value.as_str().ok_or("not a text")?),
        Type::Double => Term::from_field_f64(field, value.as_f64().ok_or("not a number")?),
        Type::Whole | Type::Flag => Term::from_field_i64(field, whole()?),
    })
}
