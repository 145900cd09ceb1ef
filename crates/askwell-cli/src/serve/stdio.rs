//! `askwell rpc`: the API over stdin and stdout, one JSON message per line, for a single local
//! client. Notifications are written in between.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use askwell_web::{Caller, Event, Events, LOCAL_CLIENT, RpcReply, StopSignal};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::sync::{Semaphore, mpsc};

use super::config::Config;
use super::logging;
use super::parts::AssembledService;
use crate::console::protocol_output;

/// Limit of concurrent calls. The next line is read when one has ended.
const MAX_CALLS: u32 = 256;

/// Limit of queued output lines.
const MAX_QUEUED_LINES: usize = 256;

/// The response to a line that is too long.
const TOO_LONG: &str = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is too long","data":{"type":"parse_error"}}}"#;

pub(super) async fn serve(config: Config) -> Result<()> {
    let telemetry = logging::start(&config)?;
    let stop = StopSignal::new();
    let parts = AssembledService::new(&config).await?;
    let rpc = parts.rpc(&config, None, None, stop.clone());
    let AssembledService { engine, webhooks, store, .. } = parts;
    // A store of one process is open here only, so a client of an earlier pipe is gone.
    let is_shared = engine.store().is_shared();
    if !is_shared {
        engine.disconnect(LOCAL_CLIENT).await.context("the store failed")?;
    }
    let caller = Arc::new(Caller::local());
    let (lines, written) = mpsc::channel::<String>(MAX_QUEUED_LINES);
    let writer = tokio::spawn(write(written));
    let events = Events::open(&engine, &caller, None).await.context("the store failed")?;
    let watcher = tokio::spawn(watch(events, lines.clone()));

    let mut input = BufReader::new(tokio::io::stdin());
    let longest = config.http.body_bytes as u64;
    let room = Arc::new(Semaphore::new(MAX_CALLS as usize));
    let mut line = Vec::new();
    loop {
        line.clear();
        let read =
            (&mut input).take(longest + 1).read_until(b'\n', &mut line).await.context("cannot read stdin")?;
        if read == 0 {
            break;
        }
        if line.len() as u64 > longest {
            let _ = lines.send(TOO_LONG.to_owned()).await;
            skip_line(&mut input, &mut line).await.context("cannot read stdin")?;
            continue;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let place = Arc::clone(&room).acquire_owned().await.context("no more calls are taken")?;
        let (rpc, caller, lines, message) = (rpc.clone(), Arc::clone(&caller), lines.clone(), line.clone());
        tokio::spawn(async move {
            let reply = rpc.answer(&caller, message.trim_ascii()).await;
            if let RpcReply::Responses(json) | RpcReply::Rejected(json) = reply {
                let _ = lines.send(json).await;
            }
            drop(place);
        });
    }
    // No further calls will come: waits are ended, running calls are completed.
    stop.trigger();
    let _ = room.acquire_many(MAX_CALLS).await;
    // A closed pipe cannot be reopened: its client does not return, unless it has others.
    if !is_shared {
        engine.disconnect(LOCAL_CLIENT).await.context("the store failed")?;
    }
    watcher.abort();
    let _ = watcher.await;
    drop(lines);
    writer.await.context("the last lines were not written")??;
    let _ = tokio::time::timeout(config.http.drain, webhooks.stop()).await;
    if let Some(store) = store {
        store.close().await.context("the store could not be closed in good order; nothing is lost")?;
    }
    if let Some(telemetry) = telemetry {
        telemetry.flush().await;
    }
    Ok(())
}

/// Reads to the end of an unwanted line.
async fn skip_line(input: &mut BufReader<tokio::io::Stdin>, scratch: &mut Vec<u8>) -> std::io::Result<()> {
    while scratch.last() != Some(&b'\n') {
        scratch.clear();
        if input.take(64 << 10).read_until(b'\n', scratch).await? == 0 {
            return Ok(());
        }
    }
    Ok(())
}

async fn watch(mut events: Events, lines: mpsc::Sender<String>) {
    while let Ok(Event { notification, .. }) = events.next().await {
        if lines.send(notification).await.is_err() {
            return;
        }
    }
}

async fn write(mut lines: mpsc::Receiver<String>) -> Result<()> {
    let mut output = protocol_output();
    while let Some(mut line) = lines.recv().await {
        line.push('\n');
        output.write_all(line.as_bytes()).await.context("cannot write to stdout")?;
        output.flush().await.context("cannot write to stdout")?;
    }
    Ok(())
}
