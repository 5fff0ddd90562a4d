//! Text made safe for a page, and the little of Markdown that descriptions use.

/// Text as it may stand in a page, between tags or in an attribute.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
    }
    safe
}

/// A line of text in which backquotes mark code.
pub(super) fn line(text: &str) -> String {
    let mut written = String::new();
    for (place, part) in text.split('`').enumerate() {
        let part = escape(part);
        if place % 2 == 1 {
            written.push_str(&format!("<code>{part}</code>"));
        } else {
            written.push_str(&part);
        }
    }
    written
}

/// Paragraphs, told apart by empty lines.
pub(super) fn prose(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
    paragraphs.map(|paragraph| format!("<p>{}</p>\n", line(paragraph))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_becomes_a_tag() {
        assert_eq!(escape("<a href=\"x\" & 'y'>"), "&lt;a href=&quot;x&quot; &amp; &#39;y&#39;&gt;");
        assert_eq!(prose("one `<b>` two\n\nthree"), "<p>one <code>&lt;b&gt;</code> two</p>\n<p>three</p>\n");
    }
}
