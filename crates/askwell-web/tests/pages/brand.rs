//! The brand of the operator and of single clients.

use askwell_web::brand::{Accent, Brand, BrandError, ClientBrand};

use crate::forms::server;
use crate::support::World;

#[tokio::test]
async fn brand_is_on_every_page() {
    let world = World::new().await;
    let logo = br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    let brand = Brand::default()
        .with_name("Lark & field")
        .and_then(|brand| brand.with_logo(logo.to_vec()))
        .and_then(|brand| brand.with_footer("Help: extension 4410"))
        .and_then(|brand| brand.with_link("Privacy", "https://example.com/privacy"))
        .unwrap()
        .with_accent(Accent::parse("#3346b0", "#aab4f5").unwrap());
    world.pages.set_brand(brand);
    let asked = world.ask(&server()).await;
    let link = world.path_of(&world.pages.link(asked.id).await.unwrap());
    for path in ["/inbox", &link, "/f/nothing", "/overview"] {
        let page = world.browser().get(path).await;
        page.shows("· Lark &amp; field</title>").shows("Help: extension 4410");
        page.shows("href=\"https://example.com/privacy\"").hides("alert(1)");
        let style = page.body.split("href=\"/assets/brand.").nth(1).unwrap().split('"').next().unwrap();
        let style = world.browser().get(&format!("/assets/brand.{style}")).await;
        style.shows("--accent: #3346b0").shows("--accent: #aab4f5");
    }
    let inbox = world.browser().get("/inbox").await;
    let logo = inbox.body.split("src=\"/assets/logo.").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let file = world.browser().get(&format!("/assets/logo.{logo}")).await;
    assert_eq!(file.header("content-type"), Some("image/svg+xml"));
    // Opened by itself, nothing in it runs.
    assert!(file.header("content-security-policy").unwrap().contains("default-src 'none'"));
    assert_eq!(world.browser().get("/assets/brand.0000000000000000.css").await.status, 404);
}

#[tokio::test]
async fn client_has_its_own_name_and_accent() {
    let world = World::new().await;
    let own = ClientBrand {
        name: Some("Deploy desk".to_owned()),
        accent: Some(Accent::parse("#8a1538", "#f5a3c3").unwrap()),
    };
    let brand = Brand::default().with_name("Larkfield").unwrap().with_client("bot", own);
    world.pages.set_brand(brand);
    let asked = world.ask(&server()).await;
    let page = world.browser().get(&world.path_of(&world.pages.link(asked.id).await.unwrap())).await;
    page.shows("· Deploy desk</title>").shows("client-");
    world.browser().get("/f/nothing").await.shows("· Larkfield</title>");
}

#[test]
fn unusable_brand_is_refused() {
    let long = "x".repeat(121);
    for name in ["", "  ", "two\nlines", &long] {
        assert!(Brand::default().with_name(name).is_err(), "{name:?}");
    }
    for url in ["javascript:alert(1)", "//example.com", "mailto:x@example.com", ""] {
        assert!(matches!(Brand::default().with_link("x", url), Err(BrandError::Link { .. })), "{url}");
    }
    assert_eq!(Brand::default().with_logo(b"GIF89a".to_vec()).unwrap_err(), BrandError::LogoKind);
    assert!(Brand::default().with_logo(vec![0; 70_000]).is_err());
}
