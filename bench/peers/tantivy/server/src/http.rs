use std::io::{BufRead, BufReader, Result, Write};
use std::net::TcpStream;

/// A request that was read from a connection.
pub struct Request {
    pub path: String,
    pub body: Vec<u8>,
}

/// Answers the requests of a connection one after the other until it is closed. Nothing but what a load generator sends
/// is understood: HTTP/1.1 with `content-length`.
pub fn serve(stream: TcpStream, answer: impl Fn(Request) -> (u16, Vec<u8>)) -> Result<()> {
    stream.set_nodelay(true)?;
    let mut writer = stream.try_clone()?;
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader)? {
        let (status, body) = answer(request);
        let head = format!(
            "HTTP/1.1 {status} -\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        writer.write_all(&[head.as_bytes(), &body].concat())?;
    }
    Ok(())
}

fn read(reader: &mut impl BufRead) -> Result<Option<Request>> {
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let path = line.split(' ').nth(1).unwrap_or("/").to_owned();
    let mut length = 0;
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.split_once(':') else { break };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(Some(Request { path, body }))
}
