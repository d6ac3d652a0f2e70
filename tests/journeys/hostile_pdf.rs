//! PDFs of a few kilobytes that take gigabytes where nothing bounds them: they end with a sentence, and the window goes on.

use std::collections::HashMap;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use usher_tests::text::text_with;
use usher_tests::window::{Process, has};

use crate::html_pages::{MIB, Watching, resident, watched};
use crate::previews::DRAWN;
use crate::{fixture, hostile_previews, servers};

/// 1.5 GiB of zeros, deflated three times.
const ZEROS: &str = "eNqruPX2jqJfDKNI20XzxFkCLEtVNHhOHxCQYF7EZni1hfXBa6uTS/Z5J7BriDW85oty28gQFBjoOqPtJut763TO8H87f+5bN09ebXKihJh93Pt/Oe95GBgYDpzQlZsenZ98oGDLv9K6n6xAIYndr/t3Xz6r8aGo1KKYDySw97368erZ/I377+ctO8cIFFlc/uH9y5zNrH9i7tfP2s0OFOm5l38QSDF4CIJMbRADczIgHAlkzqjMqMyozKjMqMyozKjMqMyoDA1kZlwtyv6fyz1j7Xo9v+eHd2/7UfC7csYfdj5xgzcA36qyYA==";

/// A list of forty million lists of a number, deflated three times.
const LISTS: &str = "eNqruPX2zkav2YESxx/qB3Y4as1QFRFR3hX2Qi3F4Ibj9D5Z1xXO7OLT2banBGSI/12mF7trW4BK8+TmCUcvSBvsEFF0Zt+ckqVQs9z2gvSLqop53j966yvuX25fXrdyVmrkz9OvPx5/9Hw9f759/V82BgYGlXextZn2v1dbv+4RX8YIFPCIzd+4SfJ4Q1jhbbvZL0EiJ6Xnnb/6SOICR/vZu078YCXP799v0OEPX/26Csh1+FR2q//uTws2nkN/XdexgwzNf/tsSWhf8gENmfe8X4ACDU9i5XLMvQp5ZrS87p0oBxSZsGf32qk2eYw3TWx0/CFKZK9O//ZY7MLc0mPcwbZAEYXKvUdPpckwRx3N/Z2zDGJuhV14d7KDsoxZOTdYSelcoL+kjjfYxKxd9xrs2NuZ9mXPH0sYcHwX3wmxaOvsyWGWfYyLC/aYX2AGikwqr9xwV+OoYYLQOnM3iAfebQv7tIM15fKHDTYXIUpC4m/1RzuUX5PU9/kKdt1XMe3ZhTwZotvfbp4JMffhzxjdPsbeght3dMEeuFI679fSLBnmTwVbd0GDYfnfG3P7kw8o3Il/ArHoWp5f1FMLtp5DH+85gIPy3tODZYtFjjd47rgnAQnt3bejTj4Wm+B7+PAnF4iSQGAM5THejUzfY3AV7Lrr0WtyjhkuCL2z7XwaxNy258VbLdhMDiUWbwf7Mei65Pd4u+5wpviu9/pyq9ffYzhQX/3/z+X+y/frGW5lTzMCAPcwB+0=";

/// The pixels of a gray picture of 7,900 by 7,900, deflated twice.
const GRAY: &str = "eNrt3C9SQmEUxuHvjndGNIAGksU9WCjOQCETpDnjEAl2G8wg3Z2YWACNHfAnsQA0GEgqDHcF5O88zxJOfOfM722zmxdFSmn88f/5XbtOAAAAQObG68nFaQxI94dlt9cHAAAAcjdo1MtqFPh9ues4BwAAAGRv+ti6qT4EfkavpXMAAABA9pr7bbvaAhaH2e2TewAAAED2VoIBAAAAEIpgAAAAAMQiGAAAAACxCAYAAABAMIIBAAAAEItgAAAAAMQiGAAAAACxCAYAAABAMIIBAAAAEMuwUb86bQHl3+jr8iEBAACc57l4X6XiCN6OS6k=";

fn stream(entries: &str, filters: usize, body: &[u8]) -> Vec<u8> {
    let filter = "/FlateDecode ".repeat(filters);
    let length = body.len();
    let mut object = format!("<<{entries}/Filter[{filter}]/Length {length}>>stream\n").into_bytes();
    object.extend(body);
    object.extend(b"\nendstream");
    object
}

/// A PDF of one page with this content, and objects from number 5 on, which its resources name.
fn pdf(resources: &str, content: &[u8], others: &[Vec<u8>]) -> Vec<u8> {
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<<{resources}>>>>").into_bytes(),
        content.to_vec(),
    ];
    objects.extend_from_slice(others);
    let mut document = b"%PDF-1.7\n".to_vec();
    for (at, object) in objects.iter().enumerate() {
        document.extend(format!("{} 0 obj", at + 1).bytes());
        document.extend(object);
        document.extend(b"\nendobj\n");
    }
    let size = objects.len() + 1;
    document.extend(format!("trailer<</Root 1 0 R/Size {size}>>\nstartxref\n0\n%%EOF\n").bytes());
    document
}

/// A PDF that draws so many large pictures.
fn pdf_with_pictures(count: usize) -> Vec<u8> {
    let gray = stream(
        "/Type/XObject/Subtype/Image/Width 7900/Height 7900/ColorSpace/DeviceGray/BitsPerComponent 8",
        2,
        &decoded(GRAY),
    );
    let (mut names, mut drawn) = (String::new(), String::new());
    for at in 0..count {
        let _ = write!(names, "/I{at} {} 0 R", at + 5);
        let _ = write!(drawn, "q 15 0 0 90 {} 5 cm /I{at} Do Q ", at * 15 + 5);
    }
    pdf(
        &format!("/XObject<<{names}>>"),
        &stream("", 0, drawn.as_bytes()),
        &vec![gray; count],
    )
}

fn decoded(base64: &str) -> Vec<u8> {
    STANDARD.decode(base64).expect("base64")
}

/// A PDF with a font of two thousand million widths, in one entry.
fn pdf_with_widths() -> Vec<u8> {
    let text = stream("", 0, b"BT /F1 12 Tf 10 10 Td <0001> Tj ET");
    let font =
        b"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[6 0 R]>>";
    let widths = b"<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 7 0 R/W[0 2000000000 500]>>";
    let descriptor = b"<</Type/FontDescriptor/FontName/A/Flags 4/FontBBox[0 0 1 1]/ItalicAngle 0/Ascent 1/Descent 0/CapHeight 1/StemV 1>>";
    let objects = [font.to_vec(), widths.to_vec(), descriptor.to_vec()];
    pdf("/Font<</F1 5 0 R>>", &text, &objects)
}

/// Most that the window may grow by, in MiB, for what is counted as it is made: the worker of a document, and what is
/// drawn of it.
const COUNTED: u64 = 2 * 512 + 50;

/// The same for what is only seen to grow, with what is filled between two looks on a busy machine.
const SEEN_TO_GROW: u64 = 3 * 1024;

/// Names the documents, each of which takes many times what it may, and how many MiB the window may grow by.
fn documents() -> [(&'static str, Vec<u8>, u64); 4] {
    let deflated = |data| pdf("", &stream("", 3, &decoded(data)), &[]);
    [
        ("zeros.pdf", deflated(ZEROS), COUNTED),
        ("lists.pdf", deflated(LISTS), COUNTED),
        ("pictures.pdf", pdf_with_pictures(12), COUNTED),
        ("widths.pdf", pdf_with_widths(), SEEN_TO_GROW),
    ]
}

#[tokio::test]
async fn a_pdf_that_takes_memory_is_ended_and_the_window_goes_on() {
    let fixture = fixture::new();
    let folder = tempfile::tempdir().expect("a temporary directory");
    for (name, document, _) in documents() {
        std::fs::write(folder.path().join(name), document).expect("a file is written");
    }
    let large = folder.path().join("large.pdf");
    std::fs::write(large, pdf_with_pictures(1)).expect("a file is written");
    let window = hostile_previews::open(&fixture, folder.path()).await;
    window.click("option", has("large.pdf")).await;
    window
        .eventually("one large picture is drawn", || async {
            let dark = format!("{DRAWN}\nreturn dark;");
            (window.script(&dark, vec![]).await == json!(true)).then_some(())
        })
        .await;
    window.pictures("hostile-large.pdf").await;
    let own = window.process();
    for (name, _, most_growth) in documents() {
        let before: HashMap<u32, u64> = watched(own).filter_map(resident).collect();
        let watching = Watching::begin(own);
        window.click("option", has(name)).await;
        window.find("heading", name).await;
        let said = text_with("content.pdf.tooLarge", &[("size", "512 MB")]);
        window.see(&said).await;
        window.pictures(&format!("hostile-{name}")).await;
        let mut wrong = String::new();
        for (pid, peak) in watching.end() {
            let most = before.get(&pid).copied().unwrap_or_default() + most_growth * MIB;
            if peak > most {
                let _ = writeln!(wrong, "{:?}: {} MiB", Process(pid).command(), peak / MIB);
            }
        }
        assert_eq!(wrong, "", "{name}: these took too much");
    }
    servers::review(&window, "Files").await;
    window.done().await;
}
