//! The icons of the inbox: strokes on a grid of 16, drawn in the colour of the text beside them.

use maud::{Markup, html};

/// An icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Icon {
    Tray,
    People,
    Hand,
    Done,
    Tick,
    Cross,
    Funnel,
    Up,
    Down,
    Right,
    Print,
    Clock,
    Undo,
    Forward,
    Moon,
    Warning,
    Info,
}

impl Icon {
    fn path(self) -> &'static str {
        match self {
            Icon::Tray => "M2 9h3.5l1 2h3l1-2H14M4 3h8l2 6v4H2V9z",
            Icon::People => {
                "M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M11 3.2a2.4 2.4 0 0 1 0 4.6M12 9.8c1.6.5 2.5 1.8 2.5 3.7"
            }
            Icon::Hand => {
                "M4 8V4.5a1 1 0 0 1 2 0V8 3a1 1 0 0 1 2 0v5-4.5a1 1 0 0 1 2 0V9l1.2-1.6a1 1 0 0 1 1.7 1.1L10.5 13c-.6.8-1.4 1.2-2.4 1.2C5.8 14.2 4 12.5 4 10z"
            }
            Icon::Done => "M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM5 8.2l2 2 4-4.2",
            Icon::Tick => "M3 8.5l3.2 3.2L13 4.800",
            Icon::Cross => "M4 4l8 8M12 4l-8 8",
            Icon::Funnel => "M2 4h12M4.5 8h7M6.5 12h3",
            Icon::Up => "M4 10l4-4 4 4",
            Icon::Down => "M4 6l4 4 4-4",
            Icon::Right => "M6 4l4 4-4 4",
            Icon::Print => "M4.5 6V2.5h7V6M4.5 11h-2V6h11v5h-2M4.5 9.5h7v4h-7z",
            Icon::Clock => "M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM8 4.5V8l2.5 1.5",
            Icon::Undo => "M5.5 3l-3 3 3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H7",
            Icon::Forward => "M10.5 3l3 3-3 3M13.5 6H6a3.500 3.500 0 0 0-3.500 3.500V13",
            Icon::Moon => "M13.500 9.500A6 6 0 1 1 6.500 2.500a4.800 4.800 0 0 0 7 7z",
            Icon::Warning => "M8 2.5l6 11H2zM8 6.5v3.5M8 11.800v.2",
            Icon::Info => "M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM8 7.5V11M8 5v.2",
        }
    }
}

/// Renders an icon, which screen readers skip.
pub(crate) fn icon(icon: Icon) -> Markup {
    html! {
        svg.icon.flips[matches!(icon, Icon::Right | Icon::Undo | Icon::Forward)] viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false" {
            path d=(icon.path()) {}
        }
    }
}
