//! Files beside an answer, and forgetting.

use askwell_engine::{Ask, CallError, Limits, NewFile, UploadError};
use askwell_form::Form;
use askwell_lifecycle::{Refusal, Status};

use crate::support::{GOOD, World, client, secs};

fn a_form() -> Form {
    let form = Form::parse(
        r#"{"id": "files", "title": "Files", "fields": [
            {"id": "notes", "type": "file", "label": "Notes", "validation": {"maxSize": 20}},
            {"id": "name", "type": "text", "label": "Name"}]}"#,
    );
    form.unwrap_or_else(|defects| panic!("{defects}"))
}

#[tokio::test]
async fn upload_is_read_back_and_purged_with_its_elicitation() {
    let world = World::with(|builder| builder.retention(secs(100)));
    let (engine, client_a) = (&world.engine, &world.client);
    let asked = world.ask_with(Ask::form(a_form())).await.id;
    let location =
        engine.upload(client_a, asked, "notes", "notes.txt", "text/plain", b"hello".to_vec()).await.unwrap();
    assert_eq!(engine.download(client_a, asked, &location).await.unwrap(), b"hello");
    assert_eq!(engine.download(client_a, asked, "unknown").await, Err(CallError::NotFound));
    assert_eq!(engine.download(&client("b"), asked, &location).await, Err(CallError::NotFound));
    let answer = format!(
        r#"{{"notes": {{"filename": "notes.txt", "content_type": "text/plain", "size": 5,
            "content": {{"type": "local", "location": "{location}"}}}}}}"#
    );
    engine.submit(client_a, asked, answer.as_bytes()).await.unwrap();
    world.clock.advance_and_settle(secs(100)).await;
    assert_eq!(engine.download(client_a, asked, &location).await.unwrap(), b"hello", "still readable");
    world.clock.advance_and_settle(secs(1)).await;
    assert_eq!(engine.download(client_a, asked, &location).await, Err(CallError::NotFound));
    assert_eq!(engine.status(client_a, asked).await.unwrap_err(), CallError::NotFound);
    assert!(world.log().await.is_empty());
}

#[tokio::test]
async fn answer_with_a_foreign_upload_is_rejected() {
    let world = World::new();
    let (mine, other) =
        (world.ask_with(Ask::form(a_form())).await.id, world.ask_with(Ask::form(a_form())).await.id);
    let upload = world.engine.upload(&world.client, other, "notes", "a.txt", "text/plain", b"hello".to_vec());
    let other_location = upload.await.unwrap();
    for (location, problem) in [
        (other_location.as_str(), "has content that was never uploaded"),
        ("invented", "has content that was never uploaded"),
        ("../../etc/passwd", "refers to an upload by something that is no name"),
    ] {
        let answer = format!(
            r#"{{"notes": {{"filename": "a.txt", "content_type": "text/plain", "size": 5,
                "content": {{"type": "local", "location": "{location}"}}}}}}"#
        );
        let refused = world.engine.submit(&world.client, mine, answer.as_bytes()).await.unwrap_err();
        let expected = format!("the answer did not pass: Notes {problem}.");
        assert_eq!(refused.to_string(), expected, "{location}");
    }
}

#[tokio::test]
async fn answer_with_a_wrong_media_type_is_rejected() {
    let world = World::new();
    let asked = world.ask_with(Ask::form(a_form())).await.id;
    let upload = world.engine.upload(&world.client, asked, "notes", "a.txt", "text/plain", b"hello".to_vec());
    let location = upload.await.unwrap();
    let answer = |name, kind| {
        format!(
            r#"{{"notes": {{"filename": "{name}", "content_type": "{kind}", "size": 5,
                "content": {{"type": "local", "location": "{location}"}}}}}}"#
        )
    };
    let disguised = answer("a.png", "image/png");
    let refused = world.engine.submit(&world.client, asked, disguised.as_bytes()).await.unwrap_err();
    let expected = "the answer did not pass: Notes has content of the type text/plain, not image/png.";
    assert_eq!(refused.to_string(), expected);
    let renamed = answer("b.txt", "text/plain");
    world.engine.submit(&world.client, asked, renamed.as_bytes()).await.unwrap();
}

#[tokio::test]
async fn upload_that_does_not_fit_the_field_is_refused() {
    let world = World::new();
    let asked = world.ask_with(Ask::form(a_form())).await.id;
    for (field, name, kind, bytes, expected) in [
        ("name", "a.txt", "text/plain", &b"x"[..], UploadError::NoSuchField),
        ("none", "a.txt", "text/plain", b"x", UploadError::NoSuchField),
        ("notes", "a.txt", "text/plain", &[b'x'; 21], UploadError::TooLarge { size: 21, limit: 20 }),
        ("notes", "../a.txt", "text/plain", b"x", UploadError::Disagrees),
        ("notes", "a.txt", "nonsense", b"x", UploadError::Disagrees),
        ("notes", "a.png", "image/png", b"x", UploadError::Disagrees),
    ] {
        let uploaded = world.engine.upload(&world.client, asked, field, name, kind, bytes.to_vec()).await;
        assert_eq!(uploaded.unwrap_err(), expected);
    }
    world.engine.decline(&world.client, asked).await.unwrap();
    let late = world.engine.upload(&world.client, asked, "notes", "a.txt", "text/plain", b"x".to_vec()).await;
    let UploadError::Call(CallError::Refused(Refusal::Closed { status, .. })) = late.unwrap_err() else {
        panic!("another error")
    };
    assert_eq!(status, Status::Declined);
}

#[tokio::test]
async fn upload_count_and_total_size_are_limited() {
    let limits = Limits { uploads: 3, upload_bytes: 25, ..Limits::none() };
    let world = World::with(|builder| builder.limits(limits));
    let (asked, other) =
        (world.ask_with(Ask::form(a_form())).await.id, world.ask_with(Ask::form(a_form())).await.id);
    let upload = |id, size| {
        let (engine, client) = (world.engine.clone(), world.client.clone());
        async move { engine.upload(&client, id, "notes", "a.txt", "text/plain", vec![b'x'; size]).await }
    };
    upload(asked, 20).await.unwrap();
    let large = upload(asked, 6).await.unwrap_err();
    assert_eq!(large, UploadError::TooLargeTogether { size: 6, limit: 25 });
    upload(asked, 5).await.unwrap();
    upload(asked, 0).await.unwrap();
    assert_eq!(upload(asked, 0).await.unwrap_err(), UploadError::TooMany { limit: 3 });
    upload(other, 20).await.unwrap();
    assert_eq!((Limits::default().uploads, Limits::default().upload_bytes), (20, 50 << 20));
}

#[tokio::test]
async fn closed_elicitations_are_purged_and_open_ones_are_not() {
    let world = World::with(|builder| builder.retention(secs(10)));
    let long = Ask::form(crate::support::a_form()).timeout(secs(3_600));
    let open = world.ask_with(long).await.id;
    let mut closed = Vec::new();
    for _ in 0..2_500 {
        let asked = world.ask().await.id;
        world.engine.submit(&world.client, asked, GOOD).await.unwrap();
        closed.push(asked);
    }
    world.clock.advance_and_settle(secs(10)).await;
    assert!(world.engine.status(&world.client, closed[0]).await.is_ok());
    world.clock.advance_and_settle(secs(1)).await;
    for id in closed {
        assert_eq!(world.engine.status(&world.client, id).await.unwrap_err(), CallError::NotFound);
    }
    assert_eq!(world.status(open).await, Status::Pending);
}

fn large_form() -> Form {
    let form = Form::parse(
        r#"{"id": "files", "title": "Files", "fields": [
            {"id": "notes", "type": "file", "label": "Notes", "validation": {"maxSize": 3000000}}]}"#,
    );
    form.unwrap_or_else(|defects| panic!("{defects}"))
}

#[tokio::test]
async fn large_file_is_written_and_read_in_chunks() {
    let world = World::with(|builder| builder.limits(Limits { upload_bytes: 3_000_000, ..Limits::none() }));
    let asked = world.ask_with(Ask::form(large_form())).await.id;
    let file =
        |announced| NewFile { field: "notes", filename: "a.txt", content_type: "text/plain", announced };
    let (engine, client_a) = (&world.engine, &world.client);
    let mut writer = engine.begin_upload(client_a, asked, file(Some(2_000_000))).await.unwrap();
    // What is announced takes room before it comes.
    let refused = engine.begin_upload(client_a, asked, file(Some(1_000_001))).await.unwrap_err();
    assert_eq!(refused, UploadError::TooLargeTogether { size: 1_000_001, limit: 3_000_000 });
    for _ in 0..20 {
        writer.write(&[b'x'; 100_000]).await.unwrap();
    }
    let location = writer.finish().await.unwrap();
    let mut reader = engine.open_download(client_a, asked, &location).await.unwrap();
    let mut size = 0;
    while let Some(chunk) = reader.next_chunk().await.unwrap() {
        assert!(chunk.len() < 1_000_000, "no file is given at once");
        size += chunk.len();
    }
    assert_eq!((size, reader.size()), (2_000_000, 2_000_000));
    assert_eq!(engine.download(client_a, asked, &location).await.unwrap(), vec![b'x'; 2_000_000]);
}

#[tokio::test]
async fn large_file_is_checked_to_its_end() {
    let world = World::new();
    let asked = world.ask_with(Ask::form(large_form())).await.id;
    let file = NewFile { field: "notes", filename: "a.txt", content_type: "text/plain", announced: None };
    let mut writer = world.engine.begin_upload(&world.client, asked, file).await.unwrap();
    writer.write(&vec![b'x'; 1_000_000]).await.unwrap();
    writer.write(&[0]).await.unwrap();
    assert_eq!(writer.finish().await.unwrap_err(), UploadError::Disagrees);
}

#[tokio::test]
async fn aborted_upload_frees_its_quota() {
    let world = World::with(|builder| {
        builder.limits(Limits { uploads: 1, upload_bytes: 3_000_000, ..Limits::none() })
    });
    let asked = world.ask_with(Ask::form(large_form())).await.id;
    let file = NewFile { field: "notes", filename: "a.txt", content_type: "text/plain", announced: None };
    let mut writer = world.engine.begin_upload(&world.client, asked, file).await.unwrap();
    let refused = loop {
        if let Err(refused) = writer.write(&[b'x'; 100_000]).await {
            break refused;
        }
    };
    assert_eq!(refused, UploadError::TooLarge { size: 3_100_000, limit: 3_000_000 });
    let large = NewFile { announced: Some(1_000_000), ..file };
    let second = world.engine.begin_upload(&world.client, asked, large).await.unwrap_err();
    assert_eq!(second, UploadError::TooMany { limit: 1 });
    drop(writer);
    tokio::task::yield_now().await;
    let mut writer = world.engine.begin_upload(&world.client, asked, file).await.unwrap();
    writer.write(&[b'x'; 500_000]).await.unwrap();
    world.engine.decline(&world.client, asked).await.unwrap();
    let late = writer.write(&[b'x'; 500_000]).await.unwrap_err();
    assert!(matches!(late, UploadError::Call(CallError::Refused(Refusal::Closed { .. }))), "{late:?}");
}
