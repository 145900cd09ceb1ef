//! What a builder can say, it says in a document that loads.

use askwell_form::build::{
    above, all, any, at_least, at_most, below, boolean, contains, date, differs, equals, file, form,
    is_empty, is_filled, matches, moment, multi_select, number, select, text, url,
};
use askwell_form::{Action, Constraint, Form, Format};
use serde_json::json;

#[test]
fn form_built_with_every_method_loads() {
    let built = form("everything", "Everything")
        .description("All that can be said.")
        .timeout_ms(60_000)
        .allow_partial()
        .version("2.0.1")
        .metadata(json!({"team": "platform"}).as_object().unwrap().clone())
        .extension("x-colour", "blue")
        .field(
            text("name", "Name")
                .required()
                .length(1, 40)
                .pattern("^[a-z]+$")
                .help("Lower case")
                .placeholder("name"),
        )
        .field(text("mail", "Mail").format(Format::Email).default("a@example.com").rows(3))
        .field(text("token", "Token").secret().message(Constraint::MinLength, "Too short."))
        .field(number("port", "Port").range(1, 65535).integer().default(8080).hint("displayStyle", "slider"))
        .field(number("ratio", "Ratio").above(0).below(1).multiple_of(0.01))
        .field(boolean("tls", "TLS").default(true).description("Encrypt?"))
        .field(date("day", "Day").earliest("2026-01-01").latest("2026-12-31").default("2026-06-01"))
        .field(
            moment("at", "At")
                .show_when(all([is_filled("day"), any([at_least("port", 1), at_most("port", 9)])])),
        )
        .field(select("env", "Environment").options(["dev", "prod"]).default("dev"))
        .field(
            select("zone", "Zone")
                .titled_options([("a", "First"), ("b", "Second")])
                .show_when(equals("env", "prod")),
        )
        .field(multi_select("tags", "Tags").options(["x", "y", "z"]).choices(1, 2).default(["x"]))
        .field(multi_select("more", "More").titled_options([("p", "P")]).show_when(contains("tags", "y")))
        .field(
            url("hook", "Hook")
                .schemes(["http", "https"])
                .allow_localhost()
                .allow_private()
                .default("http://localhost/"),
        )
        .field(file("log", "Log").max_size(1024).types(["text/*"]).extensions([".log"]).depends_on(["hook"]))
        .field(text("why", "Why").show_when(any([
            differs("env", "dev"),
            matches("name", "^x"),
            is_empty("mail"),
        ])))
        .field(text("late", "Late").extension("x-own", 1))
        .rule("late", Action::Validate, all([above("port", 10), below("day", "2026-07-01")]))
        .validators([])
        .build()
        .unwrap();
    assert_eq!(built.fields().len(), 16);
    assert_eq!(built.metadata()["team"], "platform");
    assert_eq!(Form::parse(built.to_json()).unwrap(), built);
}

#[test]
fn builder_reports_the_defects_of_a_document() {
    let defects = form("bad id", "").field(number("n", "N").range(2, 1)).build().unwrap_err();
    let pointers: Vec<&str> = defects.iter().map(|defect| defect.pointer.as_str()).collect();
    assert_eq!(pointers, ["/id", "/title", "/fields/0/validation/minimum"]);
}
