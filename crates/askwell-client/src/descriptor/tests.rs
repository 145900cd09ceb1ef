use std::path::Path;

use super::{DescriptorError, ServiceDescriptor};

fn descriptor(instance: &str) -> ServiceDescriptor {
    ServiceDescriptor {
        url: "http://127.0.0.1:8787".parse().unwrap(),
        data: Some("/data".into()),
        pid: std::process::id(),
        instance: instance.to_owned(),
        key: "ask_secret".to_owned(),
        started_at: 1_794_783_600_000,
    }
}

#[test]
fn published_descriptor_is_read_back_and_removed_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("askwell/service.json");
    let published = descriptor("a").publish(&path).unwrap();
    assert_eq!(ServiceDescriptor::read(&path).unwrap(), Some(descriptor("a")));
    drop(published);
    assert_eq!(ServiceDescriptor::read(&path).unwrap(), None);
    assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 0);
}

#[test]
fn descriptor_of_a_later_service_is_not_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("service.json");
    let first = descriptor("a").publish(&path).unwrap();
    let second = descriptor("b").publish(&path).unwrap();
    drop(first);
    assert_eq!(ServiceDescriptor::read(&path).unwrap(), Some(descriptor("b")));
    drop(second);
}

#[test]
fn key_is_not_in_debug_output() {
    assert!(!format!("{:?}", descriptor("a")).contains("ask_secret"));
}

#[test]
fn other_files_are_rejected_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("service.json");
    for (text, why) in [
        ("", "EOF"),
        ("[]", "invalid"),
        (r#"{"version": 2}"#, "version 2"),
        (r#"{"version": 1}"#, "missing field"),
        (
            r#"{"version":1,"url":"file:///etc","pid":1,"instance":"a","key":"k","startedAt":0}"#,
            "no web address",
        ),
    ] {
        std::fs::write(&path, text).unwrap();
        let error = ServiceDescriptor::read(&path).unwrap_err();
        assert!(error.to_string().contains(why), "{text}: {error}");
    }
    std::fs::write(&path, vec![b' '; 70 << 10]).unwrap();
    assert!(matches!(ServiceDescriptor::read(&path), Err(DescriptorError::Format { .. })));
}

#[test]
fn unknown_members_are_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("service.json");
    let text =
        r#"{"version":1,"url":"http://[::1]:9","pid":1,"instance":"a","key":"k","startedAt":0,"new":1}"#;
    std::fs::write(&path, text).unwrap();
    assert_eq!(ServiceDescriptor::read(&path).unwrap().unwrap().data, None);
}

#[cfg(unix)]
#[test]
fn file_that_others_can_write_is_not_trusted() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("service.json");
    let published = descriptor("a").publish(&path).unwrap();
    assert_eq!(mode(&path), 0o600);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o620)).unwrap();
    assert!(matches!(ServiceDescriptor::read(&path), Err(DescriptorError::Untrusted { .. })));
    drop(published);

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }
}
