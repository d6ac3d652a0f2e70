//! What cannot be seen is written out.

use super::{beginning, visible, visible_lines, visible_output};

#[test]
fn invisible_characters_are_written_out() {
    let table = [
        ("plain ü 漢字 👩‍🚀".replace('\u{200d}', ""), None),
        ("tab\tnl\n".to_owned(), Some("tab\\u{9}nl\\u{a}")),
        ("\u{1b}[31mred".to_owned(), Some("\\u{1b}[31mred")),
        ("nul\0".to_owned(), Some("nul\\u{0}")),
        ("del\u{7f}".to_owned(), Some("del\\u{7f}")),
        ("c1\u{9b}".to_owned(), Some("c1\\u{9b}")),
        ("soft\u{ad}hyphen".to_owned(), Some("soft\\u{ad}hyphen")),
        ("zero\u{200b}width".to_owned(), Some("zero\\u{200b}width")),
        ("join\u{200d}er".to_owned(), Some("join\\u{200d}er")),
        (
            "mark\u{200e}\u{200f}".to_owned(),
            Some("mark\\u{200e}\\u{200f}"),
        ),
        ("gpj.\u{202e}exe".to_owned(), Some("gpj.\\u{202e}exe")),
        (
            "iso\u{2066}late\u{2069}".to_owned(),
            Some("iso\\u{2066}late\\u{2069}"),
        ),
        (
            "line\u{2028}par\u{2029}".to_owned(),
            Some("line\\u{2028}par\\u{2029}"),
        ),
        ("word\u{2060}join".to_owned(), Some("word\\u{2060}join")),
        ("bom\u{feff}".to_owned(), Some("bom\\u{feff}")),
        ("alm\u{61c}".to_owned(), Some("alm\\u{61c}")),
        (
            "hangul\u{3164}filler".to_owned(),
            Some("hangul\\u{3164}filler"),
        ),
        (
            "braille\u{2800}blank".to_owned(),
            Some("braille\\u{2800}blank"),
        ),
        (
            "tag\u{e0041}\u{e007f}".to_owned(),
            Some("tag\\u{e0041}\\u{e007f}"),
        ),
        ("vs\u{e0100}".to_owned(), Some("vs\\u{e0100}")),
        ("anno\u{fff9}".to_owned(), Some("anno\\u{fff9}")),
    ];
    for (text, expected) in table {
        assert_eq!(
            visible(&text),
            expected.unwrap_or(&text),
            "{}",
            text.escape_unicode()
        );
    }
}

#[test]
fn of_a_long_text_the_beginning_is_told_and_how_much_is_missing() {
    let cases = [
        ("", 3, ""),
        ("abc", 3, "abc"),
        ("abcd", 3, "abc… (1 bytes more)"),
        ("aéé", 2, "a… (4 bytes more)"),
    ];
    for (text, most_bytes, expected) in cases {
        assert_eq!(beginning(text, most_bytes), expected, "{text}");
    }
}

#[test]
fn lines_stay_lines_where_there_may_be_many() {
    assert_eq!(visible_lines("a\n\tb\r\u{200b}"), "a\n\tb\\u{d}\\u{200b}");
}

#[test]
fn the_output_of_programs_is_read_without_colours() {
    let table = [
        ("\u{1b}[1;31merror\u{1b}[0m: x\r\n", "error: x"),
        (
            "\u{1b}]8;;https://evil.example\u{7}link\u{1b}]8;;\u{7}",
            "link",
        ),
        ("\u{1b}]0;title\u{1b}\\after", "after"),
        ("50%\u{1b}[2K\u{1b}[1G", "50%"),
        ("\u{1b}(Bcharset", "charset"),
        ("\u{1b}7saved", "saved"),
        ("cut off \u{1b}[31", "cut off "),
        ("lone \u{1b}", "lone "),
        ("a\tb\u{7}c", "a\tb\\u{7}c"),
    ];
    for (line, expected) in table {
        assert_eq!(visible_output(line), expected, "{}", line.escape_debug());
    }
}
