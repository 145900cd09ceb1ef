use std::fs;

use super::{Keyring, KeyringError};

const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const OTHER: &str = "/////////////////////////////////////////38=";

#[test]
fn keyrings_as_text() {
    let unnamed = Keyring::parse(KEY).unwrap().current().0.to_owned();
    assert_eq!(unnamed.len(), 12);
    for (text, names) in [
        (KEY.to_owned(), format!("{{\"{unnamed}\"}}")),
        (format!("a:{KEY}"), r#"{"a"}"#.to_owned()),
        (format!("# today\nb:{KEY}\n\na:{OTHER} # until spring\n"), r#"{"b", "a"}"#.to_owned()),
        (format!("2026.1:{OTHER}, 2025_x:{KEY}"), r#"{"2026.1", "2025_x"}"#.to_owned()),
    ] {
        assert_eq!(format!("{:?}", Keyring::parse(&text).unwrap()), names, "names, and no keys");
    }
}

#[test]
fn invalid_keyring_error_contains_no_key() {
    for (text, expected) in [
        (String::new(), "the keyring is empty"),
        ("# nothing\n,".to_owned(), "the keyring is empty"),
        ("a:AAEC".to_owned(), "entry 1 of the keyring is not a key: it does not have 32 bytes"),
        (format!("a:{KEY},b:{}", &KEY[..43]), "entry 2 of the keyring is not a key: it is not base64"),
        (format!("a b:{KEY}"), "entry 1 of the keyring is not a key: its name must be"),
        (format!(":{KEY}"), "entry 1 of the keyring is not a key: its name must be"),
        (format!("a:{KEY}\na:{OTHER}"), "the keyring has two keys named \"a\""),
    ] {
        let error = Keyring::parse(&text).unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}");
        assert!(!format!("{error:?}").contains("AAEC"), "{error:?}");
    }
    let error = Keyring::from_env("ASKWELL_NO_SUCH_VARIABLE").unwrap_err();
    assert!(error.to_string().contains("ASKWELL_NO_SUCH_VARIABLE"));
}

#[test]
fn key_file_is_created_once_for_its_owner() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("keys");
    assert!(matches!(Keyring::from_file(&file), Err(KeyringError::File { .. })));
    let made = format!("{:?}", Keyring::from_file_or_new(&file).unwrap());
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(format!("{:?}", Keyring::from_file_or_new(&file).unwrap()), made, "made once");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    assert_eq!(
        format!("{:?}", Keyring::parse(text.split_once(':').unwrap().1).unwrap()),
        made,
        "named after itself"
    );
    assert!(Keyring::from_file_or_new(&folder.path().join("no/such/folder")).is_err());
}

#[cfg(unix)]
#[test]
fn key_file_readable_by_others_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("keys");
    Keyring::from_file_or_new(&file).unwrap();
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    for mode in [0o640, 0o604, 0o620, 0o644] {
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let error = Keyring::from_file_or_new(&file).unwrap_err();
        assert!(matches!(error, KeyringError::Exposed { mode: found, .. } if found == mode));
        assert!(error.to_string().contains("chmod 600"), "{error}");
    }
    fs::set_permissions(&file, fs::Permissions::from_mode(0o400)).unwrap();
    assert!(Keyring::from_file(&file).is_ok());
}

#[test]
fn key_is_added_in_front_and_older_ones_are_removed() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("keyring");
    Keyring::from_file_or_new(&file).unwrap();
    let text = format!("# mine\na:{KEY}, b:{OTHER} # both\n");
    fs::write(&file, text).unwrap();
    let added = Keyring::add_key(&file).unwrap();
    let names = |file| Keyring::from_file(file).unwrap().names().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(names(&file), [added.as_str(), "a", "b"]);
    Keyring::remove_keys(&file, &["a".to_owned(), added.clone()]).unwrap();
    assert_eq!(names(&file), [added.as_str(), "b"], "the current key stays");
    assert!(fs::read_to_string(&file).unwrap().contains("# mine\n"), "comments stay");
    Keyring::remove_keys(&file, &["b".to_owned()]).unwrap();
    assert_eq!(names(&file), [added.as_str()]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}
