//! Checks the tables of RFC 6570 for text values, and broken templates.

use std::collections::BTreeMap;

use super::UriTemplate;

/// The variables of RFC 6570, section 3.2.
fn values() -> BTreeMap<String, String> {
    [
        ("dub", "me/too"),
        ("hello", "Hello World!"),
        ("half", "50%"),
        ("var", "value"),
        ("who", "fred"),
        ("base", "http://example.com/home/"),
        ("path", "/foo/bar"),
        ("v", "6"),
        ("x", "1024"),
        ("y", "768"),
        ("empty", ""),
        ("done", "50%25 off"),
        ("umlaut", "äöü"),
    ]
    .map(|(name, text)| (name.to_owned(), text.to_owned()))
    .into()
}

#[test]
fn templates_expand_as_the_rfc_says() {
    let table = [
        // Literals.
        ("", ""),
        ("plain/äb c%20%x", "plain/%C3%A4b%20c%20%25x"),
        // 3.2.2 Simple.
        ("{var}", "value"),
        ("{hello}", "Hello%20World%21"),
        ("{half}", "50%25"),
        ("O{empty}X", "OX"),
        ("O{undef}X", "OX"),
        ("{x,y}", "1024,768"),
        ("{x,hello,y}", "1024,Hello%20World%21,768"),
        ("?{x,empty}", "?1024,"),
        ("?{x,undef}", "?1024"),
        ("?{undef,y}", "?768"),
        ("{var:3}", "val"),
        ("{var:30}", "value"),
        ("{var*}", "value"),
        ("{umlaut:2}", "%C3%A4%C3%B6"),
        // 3.2.3 Reserved.
        ("{+var}", "value"),
        ("{+hello}", "Hello%20World!"),
        ("{+half}", "50%25"),
        ("{+done}", "50%25%20off"),
        ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
        ("{+base}index", "http://example.com/home/index"),
        ("O{+empty}X", "OX"),
        ("O{+undef}X", "OX"),
        ("{+path}/here", "/foo/bar/here"),
        ("here?ref={+path}", "here?ref=/foo/bar"),
        ("up{+path}{var}/here", "up/foo/barvalue/here"),
        ("{+x,hello,y}", "1024,Hello%20World!,768"),
        ("{+path,x}/here", "/foo/bar,1024/here"),
        ("{+path:6}/here", "/foo/b/here"),
        // 3.2.4 Fragment.
        ("{#var}", "#value"),
        ("{#hello}", "#Hello%20World!"),
        ("{#half}", "#50%25"),
        ("foo{#empty}", "foo#"),
        ("foo{#undef}", "foo"),
        ("{#x,hello,y}", "#1024,Hello%20World!,768"),
        ("{#path,x}/here", "#/foo/bar,1024/here"),
        ("{#path:6}/here", "#/foo/b/here"),
        // 3.2.5 Label.
        ("{.who}", ".fred"),
        ("{.who,who}", ".fred.fred"),
        ("{.half,who}", ".50%25.fred"),
        ("X{.var:3}", "X.val"),
        ("X{.empty}", "X."),
        ("X{.undef}", "X"),
        // 3.2.6 Path.
        ("{/who}", "/fred"),
        ("{/half,who}", "/50%25/fred"),
        ("{/who,dub}", "/fred/me%2Ftoo"),
        ("{/var,empty}", "/value/"),
        ("{/var,undef}", "/value"),
        ("{/var:1,var}", "/v/value"),
        // 3.2.7 Path-style parameters.
        ("{;who}", ";who=fred"),
        ("{;half}", ";half=50%25"),
        ("{;empty}", ";empty"),
        ("{;v,empty,who}", ";v=6;empty;who=fred"),
        ("{;v,bar,who}", ";v=6;who=fred"),
        ("{;x,y,undef}", ";x=1024;y=768"),
        ("{;hello:5}", ";hello=Hello"),
        // 3.2.8 and 3.2.9 Query.
        ("{?who}", "?who=fred"),
        ("{?x,y,empty}", "?x=1024&y=768&empty="),
        ("{?x,y,undef}", "?x=1024&y=768"),
        ("{?var:3}", "?var=val"),
        ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
        ("{&x,y,empty}", "&x=1024&y=768&empty="),
        // What servers write.
        ("demo://item/{user-id}", "demo://item/"),
        ("file:///{+path}", "file:////foo/bar"),
    ];
    let values = values();
    for (template, expected) in table {
        let read =
            UriTemplate::parse(template).unwrap_or_else(|error| panic!("{template}: {error}"));
        assert_eq!(read.expand(&values), expected, "{template}");
    }
}

#[test]
fn variables_come_in_order_and_once() {
    let read = UriTemplate::parse("a://{x}/{+y,x}{?z*,user-id:3,naïve.name}").unwrap();
    assert_eq!(read.variables(), ["x", "y", "z", "user-id", "naïve.name"]);
    assert_eq!(
        UriTemplate::parse("a://b").unwrap().variables(),
        [""; 0],
        "a template may have none"
    );
}

#[test]
fn what_is_no_template_is_refused_at_its_place() {
    let table = [
        ("{", 1),
        ("ab{x", 3),
        ("}", 1),
        ("a}b", 2),
        ("{{x}}", 2),
        ("{}", 2),
        ("{,}", 2),
        ("{x,}", 4),
        ("{x y}", 2),
        ("{+}", 3),
        ("{=x}", 2),
        ("{|x}", 2),
        ("{x:0}", 2),
        ("{x:10000}", 2),
        ("{x:a}", 2),
        ("{x,y:}", 4),
        ("{x**}", 2),
        ("ä{x/y}", 3),
    ];
    for (template, position) in table {
        let refused = UriTemplate::parse(template).expect_err(template);
        assert_eq!(refused.position, position, "{template}: {refused}");
    }
}
