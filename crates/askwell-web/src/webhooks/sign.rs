//! Signatures of the Standard Webhooks specification, version 1.0.0.

use askwell_lifecycle::Timestamp;
use standardwebhooks::Webhook;

use super::settings::SigningSecret;

/// The value of `webhook-signature`: one for each secret. Nothing, if one cannot sign.
pub(super) fn signatures(secrets: &[SigningSecret], id: &str, at: Timestamp, body: &str) -> Option<String> {
    let seconds = i64::try_from(at.as_millis() / 1000).ok()?;
    let sign = |secret: &SigningSecret| {
        let webhook = Webhook::from_bytes(secret.key().to_vec()).ok()?;
        webhook.sign(id, seconds, body.as_bytes()).ok()
    };
    let signatures: Vec<String> = secrets.iter().map(sign).collect::<Option<_>>()?;
    Some(signatures.join(" "))
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::Timestamp;

    use super::signatures;
    use crate::webhooks::settings::SigningSecret;

    /// The vector of the specification.
    #[test]
    fn a_signature_is_what_the_specification_says() {
        let secret = SigningSecret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let other = SigningSecret::parse("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=").unwrap();
        let at = Timestamp::from_millis(1_614_265_330_999);
        let (id, body) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", r#"{"test": 2432232314}"#);
        let expected = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(signatures(std::slice::from_ref(&secret), id, at, body).as_deref(), Some(expected));
        let both = signatures(&[secret, other], id, at, body).unwrap();
        let parts: Vec<&str> = both.split(' ').collect();
        assert_eq!((parts.len(), parts[0]), (2, expected));
        assert!(parts[1].starts_with("v1,") && parts[1] != expected);
    }

    #[test]
    fn secrets_are_long_enough_and_do_not_show_themselves() {
        for wrong in ["", "whsec_", "whsec_c2hvcnQ=", "whsec_!!!", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] {
            assert!(SigningSecret::parse(wrong).is_err(), "{wrong}");
        }
        let secret = SigningSecret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        assert_eq!(format!("{secret:?}"), "SigningSecret(…)");
    }
}
