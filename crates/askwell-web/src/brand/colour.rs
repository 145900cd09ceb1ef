//! Accent colours, and whether people can read them.

use std::fmt;

/// The grounds of the style sheet: light sheet and paper, dark sheet and paper.
const LIGHT: [Rgb; 2] = [Rgb([0xff, 0xff, 0xff]), Rgb([0xf4, 0xf3, 0xef])];
const DARK: [Rgb; 2] = [Rgb([0x1a, 0x1d, 0x1c]), Rgb([0x12, 0x14, 0x13])];

/// What is written on an accent.
const WHITE: Rgb = Rgb([0xff, 0xff, 0xff]);
const BLACK: Rgb = Rgb([0x0b, 0x0d, 0x0c]);

/// The least contrast of text.
const LEAST: f64 = 4.5;

/// Why a brand is refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BrandError {
    /// Not a colour.
    #[error("{text:?} is not a colour: write it as #17605a")]
    NotAColour {
        /// What was given.
        text: String,
    },
    /// Too little contrast.
    #[error(
        "{colour} has too little contrast on the {scheme} {ground}: {found:.1}, and text needs 4.5; choose a {advice} one"
    )]
    Contrast {
        /// The colour.
        colour: String,
        /// `light` or `dark`.
        scheme: &'static str,
        /// What it is seen on.
        ground: &'static str,
        /// The contrast.
        found: f64,
        /// `darker` or `lighter`.
        advice: &'static str,
    },
    /// A text is empty, too long, or has control characters.
    #[error("the {what} of a brand has 1 to {most} characters, in one line")]
    Text {
        /// Which text.
        what: &'static str,
        /// The most characters.
        most: usize,
    },
    /// Not a URL for a link.
    #[error("{url:?} is not a link: write one with https://")]
    Link {
        /// What was given.
        url: String,
    },
    /// Too many links.
    #[error("a footer has at most {most} links")]
    TooManyLinks {
        /// The most links.
        most: usize,
    },
    /// The logo is too large.
    #[error("the logo has {bytes} bytes, and at most 65536 are allowed")]
    LogoTooLarge {
        /// Its size.
        bytes: usize,
    },
    /// The logo is no SVG or PNG.
    #[error("the logo is neither an SVG nor a PNG file")]
    LogoKind,
}

/// An accent for light and dark pages that people can read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accent {
    light: Rgb,
    dark: Rgb,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Rgb([u8; 3]);

impl Accent {
    /// Reads both colours, written as `#17605a`, and checks their contrast with what is beneath and above them.
    ///
    /// # Errors
    /// When one is not a colour, or cannot be read.
    pub fn parse(light: &str, dark: &str) -> Result<Accent, BrandError> {
        let accent = Accent { light: Rgb::parse(light)?, dark: Rgb::parse(dark)? };
        check(accent.light, LIGHT, "light", "darker")?;
        check(accent.dark, DARK, "dark", "lighter")?;
        Ok(accent)
    }

    /// Returns the accent on light pages, such as `#17605a`.
    pub(super) fn light(&self) -> String {
        self.light.to_string()
    }

    /// Returns the rules that set the colours for what matches a selector.
    pub(super) fn style(&self, selector: &str) -> String {
        let [light, dark] = [(self.light, LIGHT, BLACK), (self.dark, DARK, WHITE)].map(|(accent, [sheet, _], ink)| {
            let deep = accent.mix(ink, 25);
            let soft = sheet.mix(accent, 12);
            let on = accent.readable_on();
            format!("{selector} {{ --accent: {accent}; --accent-deep: {deep}; --accent-soft: {soft}; --on-accent: {on}; --ring: {accent}; }}")
        });
        format!("{light}\n@media (prefers-color-scheme: dark) {{ {dark} }}\n")
    }
}

fn check(
    accent: Rgb,
    grounds: [Rgb; 2],
    scheme: &'static str,
    advice: &'static str,
) -> Result<(), BrandError> {
    for (ground, beneath) in ["sheet", "paper"].into_iter().zip(grounds) {
        let found = accent.contrast(beneath);
        if found < LEAST {
            return Err(BrandError::Contrast { colour: accent.to_string(), scheme, ground, found, advice });
        }
    }
    let found = accent.contrast(accent.readable_on());
    if found < LEAST {
        let ground = "text of buttons";
        return Err(BrandError::Contrast { colour: accent.to_string(), scheme, ground, found, advice });
    }
    Ok(())
}

impl Rgb {
    fn parse(text: &str) -> Result<Rgb, BrandError> {
        let wrong = || BrandError::NotAColour { text: text.chars().take(40).collect() };
        let digits = text
            .strip_prefix('#')
            .filter(|digits| digits.len() == 6 && digits.is_ascii())
            .ok_or_else(wrong)?;
        let part = |from: usize| {
            let part = digits.get(from..from + 2).and_then(|part| u8::from_str_radix(part, 16).ok());
            part.ok_or_else(wrong)
        };
        Ok(Rgb([part(0)?, part(2)?, part(4)?]))
    }

    /// Returns the relative luminance as the web content accessibility guidelines define it.
    fn luminance(self) -> f64 {
        let linear = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.0.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(self, other: Rgb) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    fn readable_on(self) -> Rgb {
        if self.contrast(WHITE) >= self.contrast(BLACK) { WHITE } else { BLACK }
    }

    /// Returns this colour with so many percent of another one.
    fn mix(self, other: Rgb, percent: u16) -> Rgb {
        let mix = |(own, other): (u8, u8)| {
            let sum = u16::from(own) * (100 - percent) + u16::from(other) * percent;
            u8::try_from(sum / 100).unwrap_or(u8::MAX)
        };
        let [red, green, blue] = self.0;
        let [other_red, other_green, other_blue] = other.0;
        Rgb([mix((red, other_red)), mix((green, other_green)), mix((blue, other_blue))])
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl fmt::Debug for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Accent, BrandError, Rgb, WHITE};

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        let of = |text: &str| Rgb::parse(text).unwrap();
        assert!((of("#000000").contrast(WHITE) - 21.0).abs() < 0.01);
        assert!((of("#767676").contrast(WHITE) - 4.54).abs() < 0.01);
        assert!((WHITE.contrast(WHITE) - 1.0).abs() < 0.001);
    }

    #[test]
    fn readable_accents_are_accepted_and_others_refused_with_advice() {
        for (light, dark) in [("#17605a", "#86cbc4"), ("#3346b0", "#aab4f5"), ("#8a1538", "#f5a3c3")] {
            assert!(Accent::parse(light, dark).is_ok(), "{light} {dark}");
        }
        for (light, dark, says) in [
            ("#ffcc00", "#86cbc4", "light sheet"),
            ("#17605a", "#17605a", "dark sheet"),
            ("teal", "#86cbc4", "is not a colour"),
            ("#17605", "#86cbc4", "is not a colour"),
            ("#1760é5", "#86cbc4", "is not a colour"),
        ] {
            let error = Accent::parse(light, dark).unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
            assert!(!matches!(error, BrandError::LogoKind));
        }
    }

    #[test]
    fn derived_colours_are_readable_on_each_other() {
        let accent = Accent::parse("#17605a", "#86cbc4").unwrap();
        let style = accent.style(":root");
        assert!(style.contains("--accent: #17605a") && style.contains("--on-accent: #ffffff"), "{style}");
        assert!(
            style.contains("prefers-color-scheme: dark") && style.contains("--accent: #86cbc4"),
            "{style}"
        );
    }
}
