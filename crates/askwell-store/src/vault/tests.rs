use askwell_engine::StoreError;
use askwell_lifecycle::ElicitationId;

use super::{ContentCipher, Encrypt, Keyring, Subject, open, rewrap, seal};

const FIRST: &str = "first:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const SECOND: &str = "second://///////////////////////////////////////38=";

fn id(number: u8) -> ElicitationId {
    ElicitationId::from_bytes([number; 16])
}

fn keyring(text: &str) -> Keyring {
    Keyring::parse(text).unwrap()
}

#[test]
fn secrets_are_decrypted_for_their_elicitation_only() {
    let keys = keyring(FIRST);
    let secrets = [("user", "ops"), ("empty", ""), ("ü", "pass\"word\n🙂")];
    let sealed = seal(Some(&keys), id(1), &secrets).unwrap();
    let opened = open(Some(&keys), id(1), &sealed).unwrap();
    let opened: Vec<_> = opened.iter().map(|(field, secret)| (field.as_str(), secret.as_str())).collect();
    assert_eq!(opened, secrets);
    assert!(matches!(open(Some(&keys), id(2), &sealed), Err(StoreError::Damaged(_))));
    assert_ne!(seal(Some(&keys), id(1), &secrets).unwrap(), sealed, "never encrypted alike");
}

#[test]
fn changed_or_truncated_ciphertext_is_refused() {
    let keys = keyring(FIRST);
    let sealed = seal(Some(&keys), id(1), &[("a", "first"), ("b", "second")]).unwrap();
    for index in 0..sealed.len() {
        let mut changed = sealed.clone();
        changed[index] ^= 1;
        assert!(open(Some(&keys), id(1), &changed).is_err(), "byte {index}");
        assert!(open(Some(&keys), id(1), &sealed[..index]).is_err(), "up to {index}");
    }
    // The ciphertexts of two fields cannot change places: names are bound, too.
    let names: Vec<usize> = ["a", "b"]
        .iter()
        .map(|name| sealed.windows(2).position(|pair| pair == [1, name.as_bytes()[0]]).unwrap() + 1)
        .collect();
    let mut swapped = sealed;
    swapped.swap(names[0], names[1]);
    assert!(open(Some(&keys), id(1), &swapped).is_err());
}

#[test]
fn rewrapped_data_key_needs_only_the_new_key() {
    let sealed = seal(Some(&keyring(FIRST)), id(1), &[("a", "secret")]).unwrap();
    let both = keyring(&format!("{SECOND},{FIRST}"));
    let rewrapped = rewrap(Some(&both), Subject::Answers(id(1)), &sealed).unwrap().unwrap();
    assert_eq!(rewrap(Some(&both), Subject::Answers(id(1)), &rewrapped), Ok(None), "done already");
    assert_eq!(open(Some(&keyring(SECOND)), id(1), &rewrapped).unwrap()[0].1.as_str(), "secret");
    assert!(matches!(open(Some(&keyring(FIRST)), id(1), &rewrapped), Err(StoreError::NoKey(_))));
    for keys in [None, Some(&keyring(SECOND))] {
        let error = rewrap(keys, Subject::Answers(id(1)), &sealed).unwrap_err();
        assert!(matches!(&error, StoreError::NoKey(why) if why.contains("\"first\"")), "{error}");
    }
    assert!(rewrap(Some(&both), Subject::Answers(id(2)), &sealed).is_err(), "not for another elicitation");
}

#[test]
fn sealing_without_a_keyring_is_refused() {
    assert!(matches!(seal(None, id(1), &[("a", "secret")]), Err(StoreError::NoKey(_))));
}

#[test]
fn content_opens_at_its_position_of_its_subject_only() {
    let keys = keyring(FIRST).encrypting(Encrypt::Answers);
    let subject = Subject::Upload(id(1), "a");
    let cipher = ContentCipher::create(Some(&keys), subject).unwrap().unwrap();
    let sealed = cipher.seal(5, b"content").unwrap();
    let unwrap = |subject| {
        ContentCipher::from_wrapped(Some(&keys), subject, cipher.wrapped_key().to_vec()).map(|_| ())
    };
    assert_eq!(cipher.open(5, &sealed).unwrap(), b"content");
    assert!(matches!(cipher.open(6, &sealed), Err(StoreError::Damaged(_))), "another position");
    let others = [
        Subject::Upload(id(2), "a"),
        Subject::Upload(id(1), "b"),
        Subject::Record(id(1), "a", ""),
        Subject::Answers(id(1)),
    ];
    for other in others {
        assert!(matches!(unwrap(other), Err(StoreError::Damaged(_))), "{other}");
    }
    unwrap(subject).unwrap();
    for index in 0..sealed.len() {
        let mut changed = sealed.clone();
        changed[index] ^= 1;
        assert!(cipher.open(5, &changed).is_err(), "byte {index}");
        assert!(cipher.open(5, &sealed[..index]).is_err(), "up to {index}");
    }
}

#[test]
fn content_stays_in_the_clear_unless_all_answers_are_encrypted() {
    let subject = Subject::Upload(id(1), "a");
    assert!(ContentCipher::create(Some(&keyring(FIRST)), subject).unwrap().is_none());
    assert!(ContentCipher::create(None, subject).unwrap().is_none());
}

/// WrittenElicitation by the first version: it has to be readable for ever.
#[test]
fn secrets_of_version_1_are_decrypted() {
    let sealed = unhex(include_str!("tests/version-1.hex"));
    let opened = open(Some(&keyring(FIRST)), id(7), &sealed).unwrap();
    let opened: Vec<_> = opened.iter().map(|(field, secret)| (field.as_str(), secret.as_str())).collect();
    assert_eq!(opened, [("password", "correct horse"), ("pin", "1234")]);
}

fn unhex(digits: &str) -> Vec<u8> {
    let digits: Vec<u8> = digits.bytes().filter(u8::is_ascii_hexdigit).collect();
    let pairs = digits.chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}
