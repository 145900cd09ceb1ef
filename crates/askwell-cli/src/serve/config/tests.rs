use std::ffi::OsString;

use super::{Config, ConfigDraft, Origin, conflicts, derived_defaults, environment, file, sample};

#[test]
fn sample_reads_as_the_defaults() {
    let sample = sample();
    let mut draft = ConfigDraft::default();
    // Values that are not the defaults, so that the sample has to set them.
    draft.config.memory = true;
    draft.config.rpc.batch = 1;
    draft.config.log.filter = "trace".to_owned();
    assert_eq!(file::apply(&sample, &mut draft), []);
    assert_eq!(draft.config, Config::default());
    assert_eq!(conflicts::find(&draft), []);
    // Commented settings are valid, too.
    let everything: String = sample
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(setting) if setting.contains(" = \"") => format!("{setting}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    assert_eq!(file::apply(&everything, &mut ConfigDraft::default()), []);
}

#[test]
fn all_mistakes_are_reported_with_their_position() {
    let text = "lisen = \"127.0.0.1:1\"\nmemory = 1\n[limits]\nper_windw = 5\nopen_total = -1\nwindow_ms = 0\n[limit]\n[log]\nformat = \"xml\"\nfilter = \"a=b=c\"\n[listen2]\n";
    let problems = file::apply(text, &mut ConfigDraft::default());
    let shown: Vec<String> = problems
        .iter()
        .map(|finding| {
            let place = finding.notice(text).place.unwrap();
            let help = finding.help.as_deref().unwrap_or("-");
            format!("{}:{} {} ({help})", place.line, place.column, finding.title)
        })
        .collect();
    insta::assert_snapshot!(shown.join("\n"));
    let hook = "[[webhooks]]\nname = \"a\"\nurl = \"https://a.example.com\"\nsecret = \"whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz\"\n";
    for (text, line, says) in [
        ("public_url = \"nowhere\"\n".to_owned(), 1, "\"nowhere\" is not a web address"),
        ("\npublic_url = \"ftp://a.example\"\n".to_owned(), 2, "is not a web address"),
        ("[telemetry]\notlp_endpoint = \"collector:4318\"\n".to_owned(), 2, "is not a web address"),
        ("allowed_hosts = [\"https://a.example\"]\n".to_owned(), 1, "is not a host name"),
        ("allowed_hosts = [\"a.example\", \"b.example:80\"]\n".to_owned(), 1, "\"b.example:80\" is not"),
        ("allowed_hosts = [\"*.example\"]\n".to_owned(), 1, "each in full"),
        (hook.repeat(2), 6, "two webhooks are called \"a\""),
        (hook.replace("webhooks", "validators").repeat(2), 6, "two validators are called \"a\""),
        (format!("{}events = []\n", hook.replace("webhooks", "validators")), 5, "events"),
        (
            format!("{}timeout_ms = 30000\n", hook.replace("webhooks", "validators")),
            5,
            "timeout_ms: more than nothing",
        ),
        (
            format!("{}cache_ms = 3600001\n", hook.replace("webhooks", "option_sources")),
            5,
            "cache_ms: at most",
        ),
        (
            hook.replace("webhooks", "option_sources").replace("https:", "http:"),
            3,
            "the scheme `http` is not allowed",
        ),
    ] {
        let problems = file::apply(&text, &mut ConfigDraft::default());
        let [finding] = &problems[..] else { panic!("{text}: {problems:?}") };
        assert!(finding.title.contains(says), "{finding:?}");
        assert_eq!(finding.notice(&text).place.unwrap().line, line, "{text}");
    }
    let mut draft = ConfigDraft::default();
    assert_eq!(file::apply("allowed_hosts = [\"Bücher.Example\", \"[2001:DB8::1]\"]\n", &mut draft), []);
    assert_eq!(draft.config.http.allowed_hosts, ["xn--bcher-kva.example", "2001:db8::1"]);
    let broken = "listen = \n";
    assert_eq!(file::apply(broken, &mut ConfigDraft::default())[0].code, "syntax");
}

#[test]
fn conflicts_point_at_a_setting_that_was_set() {
    for (text, about) in [
        ("[timeouts]\nmax_ms = 300000\nterminal_ms = 600000\n", "timeouts.terminal_ms"),
        ("[timeouts]\nmax_ms = 2592000001\n", "timeouts.max_ms"),
        ("[limits]\nanswer_ceiling_bytes = 10\n", "limits.answer_ceiling_bytes"),
        ("[limits]\nanswer_ceiling_bytes = 10000000\n", "limits.answer_ceiling_bytes"),
        ("[timeouts]\nmin_ms = 10\nmax_ms = 5\n", "timeouts.min_ms"),
        ("memory = true\ndata = \"x\"\n", "memory"),
        ("[http]\nbody_bytes = 10\n", "http.body_bytes"),
        ("[limits]\nanswer_bytes = 1000000000\n", "http.body_bytes"),
        ("[people]\nidentity = \"proxy\"\n", "people.header"),
        ("[sign_in]\naddress_header = \"x-forwarded-for\"\n", "people.trusted_proxies"),
        ("listen = \"0.0.0.0:1\"\n[people]\nidentity = \"loopback\"\n", "people.identity"),
        ("[rpc]\ndefault_wait_ms = 400000\n", "rpc.default_wait_ms"),
    ] {
        let mut draft = ConfigDraft::default();
        assert_eq!(file::apply(text, &mut draft), [], "{text}");
        derived_defaults::apply(&mut draft);
        let problems = conflicts::find(&draft);
        assert_eq!(problems.len(), 1, "{text}: {problems:?}");
        assert!(problems[0].help.as_ref().unwrap().contains(about), "{problems:?}");
        assert!(problems[0].origin.is_some(), "{problems:?}");
    }
}

#[test]
fn lowered_maximum_alone_is_valid_and_defaults_follow_it() {
    let millis = std::time::Duration::from_millis;
    for (text, form, terminal, follows) in [
        ("[timeouts]\nmax_ms = 300000\n", 300_000, 300_000, Some("timeouts.max_ms")),
        ("[timeouts]\nmax_ms = 60000\n", 60_000, 60_000, Some("timeouts.max_ms")),
        ("[timeouts]\nmin_ms = 700000\n", 700_000, 700_000, Some("timeouts.min_ms")),
        ("[timeouts]\nmax_ms = 2592000000\n", 300_000, 600_000, None),
    ] {
        let mut draft = ConfigDraft::default();
        assert_eq!(file::apply(text, &mut draft), [], "{text}");
        derived_defaults::apply(&mut draft);
        assert_eq!(conflicts::find(&draft), [], "{text}");
        let policy = draft.config.policy;
        assert_eq!(
            (policy.form_timeout, policy.terminal_timeout),
            (millis(form), millis(terminal)),
            "{text}"
        );
        let origin = draft.origins.get("timeouts.terminal_ms");
        assert_eq!(origin, follows.map(Origin::Follows).as_ref(), "{text}");
    }
}

#[test]
fn ceiling_of_answers_follows_the_limits_around_it() {
    for (text, ceiling) in [
        ("[limits]\nanswer_bytes = 3000000\n", 3_000_000),
        ("[limits]\nanswer_bytes = 1000\n[http]\nbody_bytes = 2000\n", 2_000),
        ("", 2 << 20),
    ] {
        let mut draft = ConfigDraft::default();
        assert_eq!(file::apply(text, &mut draft), [], "{text}");
        derived_defaults::apply(&mut draft);
        assert_eq!(conflicts::find(&draft), [], "{text}");
        assert_eq!(draft.config.limits.answer_ceiling, ceiling, "{text}");
    }
}

#[test]
fn environment_overrides_file() {
    let mut draft = ConfigDraft::default();
    assert_eq!(file::apply("[limits]\nper_window = 5\nopen_total = 7\n", &mut draft), []);
    let variables = [
        ("ASKWELL_LIMITS_PER_WINDOW", "6"),
        ("ASKWELL_ALLOWED_HOSTS", "a.example, b.example"),
        ("ASKWELL_KEY", "ask_x"),
        ("OTHER", "x"),
    ];
    let os = |(name, value): (&str, &str)| (OsString::from(name), OsString::from(value));
    environment::apply(variables.map(os).into_iter(), &mut draft).unwrap();
    assert_eq!((draft.config.limits.per_window, draft.config.limits.open_total), (6, 7));
    assert_eq!(draft.config.http.allowed_hosts, ["a.example", "b.example"]);
    for (variable, says) in [
        (("ASKWELL_LISTN", "x"), "did you mean ASKWELL_LISTEN"),
        (("ASKWELL_LISTEN", "x"), "not an address"),
        (("ASKWELL_MEMORY", "yes"), "neither true nor false"),
        (("ASKWELL_RPC_BATCH", "-1"), "not a whole number"),
    ] {
        let error = environment::apply([os(variable)].into_iter(), &mut ConfigDraft::default()).unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[test]
fn language_and_words_of_the_operator_are_read_and_checked() {
    let mut draft = ConfigDraft::default();
    let text = "language = \"de\"\n[words.de]\npages-send = \"Absenden\"\n[words.en]\npages-send = \"Go\"\n";
    assert_eq!(file::apply(text, &mut draft), []);
    let languages = &draft.config.http.languages;
    assert_eq!(languages.language, askwell_locale::Language::German);
    assert_eq!(languages.words_in(languages.language).text("pages-send", &[]), "Absenden");
    for (text, line, says) in [
        ("language = \"xx\"\n", 1, "\"xx\" is none of en, de"),
        ("[words.de]\npages-sent = \"x\"\n", 2, "perhaps `pages-send` was meant"),
        ("[words.xx]\npages-send = \"x\"\n", 2, "no language is called `xx`"),
        ("[words.de]\npages-send = \"{ $who }\"\n", 2, "no argument $who"),
        ("[words.de]\npages-send = 5\n", 2, "a text is needed"),
        ("[words]\npages-send = \"x\"\n", 2, "write [words.pages-send], or name the language"),
        ("words = 1\n", 1, "words is a section"),
    ] {
        let problems = file::apply(text, &mut ConfigDraft::default());
        let [finding] = &problems[..] else { panic!("{text}: {problems:?}") };
        assert!(finding.title.contains(says), "{finding:?}");
        assert_eq!(finding.notice(text).place.unwrap().line, line, "{text}");
    }
}
