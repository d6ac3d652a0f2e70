//! A one-page PDF, written by hand: six objects, one font every reader has, and the arch.

use std::fmt::Write;

/// What is drawn on the page: the arch with its lamp, and two lines of text.
const DRAWING: &str = "\
0.043 0.404 0.490 rg 40 60 340 475 re f
0.016 0.098 0.122 rg 130 250 m 130 390 l 130 434 166 470 210 470 c 254 470 290 434 290 390 c 290 250 l f
0.918 0.965 0.976 RG 12 w 1 J 1 j 130 250 m 130 390 l 130 434 166 470 210 470 c 254 470 290 434 290 390 c 290 250 l S
1 0.796 0.388 rg 232 372 m 232 384 222 394 210 394 c 198 394 188 384 188 372 c 188 360 198 350 210 350 c 222 350 232 360 232 372 c f
1 1 1 rg
BT /F1 28 Tf 72 180 Td (The demo leaflet) Tj ET
BT /F1 13 Tf 72 152 Td (A PDF made of a few lines of code, inside Usher.) Tj ET
BT /F1 13 Tf 72 132 Td (It shows what a viewer does with papers.) Tj ET
";

/// Writes the file, with the table of where each object begins.
pub fn leaflet() -> Vec<u8> {
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Contents 5 0 R \
         /Resources << /Font << /F1 4 0 R >> >> >>"
            .to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
        format!(
            "<< /Length {} >>\nstream\n{DRAWING}endstream",
            DRAWING.len()
        ),
        "<< /Title (The demo leaflet) /Producer (usher-demo) >>".to_owned(),
    ];
    let mut file = String::from("%PDF-1.4\n");
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(&objects) {
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{:010} 00000 n ", file.len());
        let _ = writeln!(file, "{number} 0 obj\n{object}\nendobj");
    }
    let start = file.len();
    let count = objects.len() + 1;
    let _ = write!(
        file,
        "{table}trailer\n<< /Size {count} /Root 1 0 R /Info 6 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    file.into_bytes()
}
