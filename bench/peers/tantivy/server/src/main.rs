//! Searches over tantivy with the request bodies and the envelope of the API: the least that a search of words costs.
//! `load PLAN KIND LINES FOLDER` indexes one kind of records, `serve PLAN FOLDER` answers on a free port, which it prints.

mod http;
mod load;
mod plan;
mod search;

use std::error::Error;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

use plan::Plan;
use search::{Page, Search};

const LIVE_SEARCH: &str = "/live/v1/search";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["load", plan, kind, lines, folder] => {
            let plan = Plan::read(&read_json(plan)?[kind]);
            load::load(&plan, Path::new(lines), &Path::new(folder).join(kind))
        }
        ["serve", plan, folder] => serve(&read_json(plan)?, Path::new(folder)),
        _ => Err("load PLAN KIND LINES FOLDER, or serve PLAN FOLDER".into()),
    }
}

fn read_json(file: &str) -> Result<Value, Box<dyn Error>> {
    Ok(serde_json::from_slice(&std::fs::read(file)?)?)
}

fn serve(plans: &Value, folder: &Path) -> Result<(), Box<dyn Error>> {
    let kinds = plans.as_object().ok_or("no plans")?.iter();
    let searches =
        kinds.map(|(kind, plan)| Search::open(Plan::read(plan), &folder.join(kind))).collect::<Result<Vec<_>, _>>()?;
    let searches = Arc::new(searches);
    let listener = TcpListener::bind("127.0.0.1:0")?;
    println!("{}", listener.local_addr()?.port());
    for stream in listener.incoming() {
        let searches = searches.clone();
        let stream = stream?;
        thread::spawn(move || http::serve(stream, |request| answer(&searches, &request)));
    }
    Ok(())
}

fn answer(searches: &[Search], request: &http::Request) -> (u16, Vec<u8>) {
    let Some(search) = searches.iter().find(|search| search.path() == request.path) else {
        return (if request.path == "/health/live" { 200 } else { 404 }, b"{}".to_vec());
    };
    let page = serde_json::from_slice(&request.body).map_err(Into::into).and_then(|body| search.page(&body));
    match page {
        Ok(page) => (200, envelope(search.path(), &page)),
        Err(error) => (500, error.to_string().into_bytes()),
    }
}

fn envelope(path: &str, page: &Page) -> Vec<u8> {
    let is_live = path == LIVE_SEARCH;
    let mut text = Vec::with_capacity(page.records.iter().map(|record| record.len() + 1).sum::<usize>() + 200);
    text.extend_from_slice(b"{\"code\":0,\"data\":{");
    let count = if is_live {
        format!("\"has_more\":{}", i32::from(page.has_more))
    } else {
        format!("\"total\":{}", page.total)
    };
    text.extend_from_slice(count.as_bytes());
    text.extend_from_slice(b",\"list\":[");
    text.extend_from_slice(&page.records.join(&b','));
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let end = format!("]}},\"message\":\"success\",\"timestamp\":{seconds},\"request_id\":\"peer\"");
    text.extend_from_slice(end.as_bytes());
    text.extend_from_slice(if is_live { b",\"msg\":\"success\"}" } else { b"}" });
    text
}
