//! Metrics for Prometheus and traces over OTLP.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result};
use askwell_http::client;
use askwell_web::RenderMetrics;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder};
use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider, SpanData, SpanExporter as Exports};
use reqwest::ClientBuilder;
use tokio::runtime::Handle;
use tracing::Subscriber;
use tracing_opentelemetry::{OpenTelemetryLayer, OpenTelemetrySpanExt as _};
use tracing_subscriber::registry::LookupSpan;

/// Upper bounds of the buckets for durations, in seconds.
const BUCKETS: [f64; 12] = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 30.0];

/// Upper bounds of the buckets for requested timeouts: a second to 30 days.
const TIMEOUT_BUCKETS: [f64; 14] = [
    1.0,
    5.0,
    15.0,
    30.0,
    60.0,
    120.0,
    300.0,
    600.0,
    1_800.0,
    3_600.0,
    14_400.0,
    86_400.0,
    604_800.0,
    2_592_000.0,
];

/// How often histograms are maintained, whether or not they are read.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// Time limit for the last traces.
const LAST_TRACES: Duration = Duration::from_secs(5);

/// Starts metrics. Must be called before the engine starts.
pub(super) fn metrics() -> Result<RenderMetrics> {
    let timeouts = Matcher::Full("askwell_timeout_requested_seconds".to_owned());
    let builder = PrometheusBuilder::new()
        .set_buckets(&BUCKETS)
        .and_then(|builder| builder.set_buckets_for_metric(timeouts, &TIMEOUT_BUCKETS))
        .context("the buckets cannot be used")?;
    let handle = builder.install_recorder().context("metrics cannot be started")?;
    let tidied = handle.clone();
    tokio::spawn(async move {
        let mut tick = tokio::time::interval(UPKEEP_INTERVAL);
        loop {
            tick.tick().await;
            tidied.run_upkeep();
        }
    });
    Ok(Arc::new(move || handle.render()))
}

/// Sends traces to a collector.
pub(crate) struct Telemetry {
    provider: SdkTracerProvider,
}

impl Telemetry {
    pub(super) fn start(endpoint: &str) -> Result<Telemetry> {
        let url = endpoint.parse().with_context(|| format!("traces cannot be sent to {endpoint:?}"))?;
        let client = client::build(&url, ClientBuilder::no_proxy).context("no HTTP client for traces")?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client)
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(endpoint)
            .build()
            .with_context(|| format!("traces cannot be sent to {endpoint:?}"))?;
        let exporter = RuntimeExporter::new(exporter);
        let resource = Resource::builder().with_service_name("askwell").build();
        let provider =
            SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
        Ok(Telemetry { provider })
    }

    pub(super) fn layer<S: Subscriber + for<'s> LookupSpan<'s>>(&self) -> OpenTelemetryLayer<S, SdkTracer> {
        tracing_opentelemetry::layer().with_tracer(self.provider.tracer("askwell"))
    }

    /// Sends the remaining traces.
    pub(crate) async fn flush(self) {
        let provider = self.provider;
        let flushing = tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(LAST_TRACES));
        match flushing.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the last traces were not sent"),
            Err(error) => tracing::warn!(%error, "the last traces were not sent"),
        }
    }
}

/// Exports batches on the runtime, because they are made on a thread without one.
#[derive(Debug)]
struct RuntimeExporter {
    exporter: Arc<SpanExporter>,
    runtime: Handle,
    /// Whether the last batch failed.
    fails: Arc<AtomicBool>,
}

impl RuntimeExporter {
    fn new(exporter: SpanExporter) -> RuntimeExporter {
        RuntimeExporter { exporter: Arc::new(exporter), runtime: Handle::current(), fails: Arc::default() }
    }
}

impl Exports for RuntimeExporter {
    fn export(&self, batch: Vec<SpanData>) -> impl Future<Output = OTelSdkResult> + Send {
        let exporter = Arc::clone(&self.exporter);
        let sending = self.runtime.spawn(async move { exporter.export(batch).await });
        let fails = Arc::clone(&self.fails);
        async move {
            let sent = sending.await.unwrap_or_else(|error| {
                Err(opentelemetry_sdk::error::OTelSdkError::InternalFailure(error.to_string()))
            });
            // Logged when failures begin and end, not for every batch.
            match (&sent, fails.swap(sent.is_err(), Ordering::Relaxed)) {
                (Err(error), false) => tracing::warn!(%error, "traces cannot be sent; they are lost"),
                (Ok(()), true) => tracing::info!("traces are sent again"),
                _ => {}
            }
            sent
        }
    }
}

/// Sets the caller's trace as the parent of a span.
pub(super) fn join_trace(span: &tracing::Span, traceparent: &str, tracestate: &str) {
    let headers = std::collections::HashMap::from([
        ("traceparent".to_owned(), traceparent.to_owned()),
        ("tracestate".to_owned(), tracestate.to_owned()),
    ]);
    // A span that is not sampled needs no parent.
    let _ = span.set_parent(TraceContextPropagator::new().extract(&headers));
}
