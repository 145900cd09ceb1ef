//! Compares the file of data with the data that ICU4X compiles in, and writes it on demand.

use std::cell::RefCell;
use std::path::PathBuf;

use icu_datetime::provider::names::{
    DatetimeNamesMonthGregorianV1, DatetimeNamesWeekdayV1, DatetimeNamesYearGregorianV1,
};
use icu_datetime::provider::semantic_skeletons::DatetimePatternsDateGregorianV1;
use icu_decimal::provider::{DecimalDigitsV1, DecimalSymbolsV1};
use icu_list::provider::{ListOrV1, ListUnitV1};
use icu_plurals::provider::PluralsCardinalV1;
use icu_provider::buf::BufferMarker;
use icu_provider::dynutil::UpcastDataPayload;
use icu_provider::export::{DataExporter as _, ExportMarker};
use icu_provider::prelude::{
    DataError, DataErrorKind, DataIdentifierCow, DataMarker, DataMarkerInfo, DataPayload, DataProvider,
    DataRequest, DataResponse, DynamicDataProvider,
};
use icu_provider_blob::BlobDataProvider;
use icu_provider_blob::export::BlobExporter;

use crate::format::LanguageRules;
use crate::language::Language;

/// One piece of data, with the marker and the identifier by which it is asked for.
type Piece = (DataMarkerInfo, DataIdentifierCow<'static>, DataPayload<ExportMarker>);

/// Loads from the compiled data of ICU4X, and keeps what it has loaded.
#[derive(Default)]
struct Recorder {
    pieces: RefCell<Vec<Piece>>,
}

impl DynamicDataProvider<BufferMarker> for Recorder {
    fn load_data(
        &self,
        marker: DataMarkerInfo,
        request: DataRequest<'_>,
    ) -> Result<DataResponse<BufferMarker>, DataError> {
        let payload = compiled(marker, request)?;
        let piece = (marker, request.id.into_owned(), payload);
        let file = write(std::slice::from_ref(&piece))?;
        self.pieces.borrow_mut().push(piece);
        BlobDataProvider::try_new_from_blob(file.into_boxed_slice())?.load_data(marker, request)
    }
}

/// Loads from the compiled data of ICU4X. A rule that needs other data needs its marker here.
fn compiled(
    marker: DataMarkerInfo,
    request: DataRequest<'_>,
) -> Result<DataPayload<ExportMarker>, DataError> {
    use {icu_datetime as datetime, icu_decimal as decimal, icu_list as list, icu_plurals as plurals};

    match marker {
        _ if marker == PluralsCardinalV1::INFO => {
            load::<PluralsCardinalV1>(&plurals::provider::Baked, request)
        }
        _ if marker == DecimalSymbolsV1::INFO => load::<DecimalSymbolsV1>(&decimal::provider::Baked, request),
        _ if marker == DecimalDigitsV1::INFO => load::<DecimalDigitsV1>(&decimal::provider::Baked, request),
        _ if marker == ListOrV1::INFO => load::<ListOrV1>(&list::provider::Baked, request),
        _ if marker == ListUnitV1::INFO => load::<ListUnitV1>(&list::provider::Baked, request),
        _ if marker == DatetimePatternsDateGregorianV1::INFO => {
            load::<DatetimePatternsDateGregorianV1>(&datetime::provider::Baked, request)
        }
        _ if marker == DatetimeNamesYearGregorianV1::INFO => {
            load::<DatetimeNamesYearGregorianV1>(&datetime::provider::Baked, request)
        }
        _ if marker == DatetimeNamesMonthGregorianV1::INFO => {
            load::<DatetimeNamesMonthGregorianV1>(&datetime::provider::Baked, request)
        }
        _ if marker == DatetimeNamesWeekdayV1::INFO => {
            load::<DatetimeNamesWeekdayV1>(&datetime::provider::Baked, request)
        }
        _ => Err(DataErrorKind::MarkerNotFound.with_req(marker, request)),
    }
}

fn load<M: DataMarker>(
    source: &impl DataProvider<M>,
    request: DataRequest<'_>,
) -> Result<DataPayload<ExportMarker>, DataError>
where
    ExportMarker: UpcastDataPayload<M>,
{
    Ok(ExportMarker::upcast(source.load(request)?.payload))
}

/// Writes a file of data.
fn write(pieces: &[Piece]) -> Result<Vec<u8>, DataError> {
    let mut file = Vec::new();
    let mut exporter = BlobExporter::new_with_sink(Box::new(&mut file));
    for (marker, id, payload) in pieces {
        exporter.put_payload(*marker, id.as_borrowed(), payload)?;
        exporter.flush(*marker, Default::default())?;
    }
    exporter.close()?;
    drop(exporter);
    Ok(file)
}

/// Returns the file as it should be.
fn expected() -> Vec<u8> {
    let recorder = Recorder::default();
    for language in Language::ALL {
        LanguageRules::load(&recorder, &language.locale())
            .unwrap_or_else(|error| panic!("{language:?}: {error}; is the marker in `compiled`?"));
    }
    write(&recorder.pieces.into_inner()).unwrap()
}

#[test]
fn file_has_what_the_rules_of_every_language_load() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/icu.postcard");
    let expected = expected();
    if std::env::var_os("ASKWELL_WRITE_LOCALE_DATA").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    let found = std::fs::read(&path).unwrap();
    assert!(
        found == expected,
        "crates/askwell-locale/data/icu.postcard is out of date: run `cargo xtask locale-data`"
    );
    assert!(
        found.len() < 100_000,
        "{} bytes are more than the rules of fourteen languages need",
        found.len()
    );
}

#[test]
fn every_language_has_its_rules() {
    for language in Language::ALL {
        let provider = super::provider().unwrap();
        LanguageRules::load(provider, &language.locale())
            .unwrap_or_else(|error| panic!("{language:?}: {error}"));
    }
}
