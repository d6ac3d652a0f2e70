"""Writes the PDFs of tests/data/media whose drawing needs more than the worker of pdf.js: python scans.py (with Pillow).

Scans as fax machines (CCITT), JBIG2 and JPEG 2000 pack them, and text in fonts that are not in the file: Japanese and
Chinese by predefined character maps, and Symbol. The data of one scan are cut off.
"""

import io
import struct
from pathlib import Path

from PIL import Image, ImageDraw

MEDIA = Path(__file__).parent / "media"
WIDTH, HEIGHT = 320, 120


def scan() -> Image.Image:
    """A page as a scanner gives it: black on white."""
    page = Image.new("L", (WIDTH, HEIGHT), 255)
    pen = ImageDraw.Draw(page)
    pen.rectangle((20, 20, 120, 100), fill=0)
    pen.ellipse((160, 20, 300, 100), fill=0)
    return page


def fax() -> bytes:
    """The scan as T.6 (group 4) packs it, without the TIFF around it."""
    file = io.BytesIO()
    scan().convert("1").save(file, "TIFF", compression="group4", tiffinfo={278: HEIGHT})
    with Image.open(file) as tiff:
        (offset,), (length,) = tiff.tag_v2[273], tiff.tag_v2[279]
    return file.getvalue()[offset : offset + length]


def jbig2() -> bytes:
    """One page with one generic region, coded by MMR, which is T.6."""
    page = struct.pack(">IIIIBH", WIDTH, HEIGHT, 0, 0, 0, 0)
    region = struct.pack(">IIIIBB", WIDTH, HEIGHT, 0, 0, 0, 1) + fax()
    return b"".join(
        struct.pack(">IBBBI", number, kind, 0, 1, len(data)) + data
        for number, (kind, data) in enumerate([(48, page), (38, region)])
    )


def jpx() -> bytes:
    file = io.BytesIO()
    scan().save(file, "JPEG2000")
    return file.getvalue()


def pdf(resources: str, content: bytes, *more: tuple[str, bytes | None]) -> bytes:
    """One page; `more` are the objects from number 5 on: a dictionary, and the bytes of its stream."""
    objects: list[tuple[str, bytes | None]] = [
        ("/Type/Catalog/Pages 2 0 R", None),
        ("/Type/Pages/Kids[3 0 R]/Count 1", None),
        (f"/Type/Page/Parent 2 0 R/MediaBox[0 0 {WIDTH} {HEIGHT}]/Contents 4 0 R/Resources<<{resources}>>", None),
        ("", content),
        *more,
    ]
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, (dictionary, stream) in enumerate(objects, 1):
        places.append(len(out))
        length = "" if stream is None else f"/Length {len(stream)}"
        out += f"{number} 0 obj<<{dictionary}{length}>>".encode()
        if stream is not None:
            out += b"stream\n" + stream + b"\nendstream "
        out += b"endobj\n"
    start = len(out)
    out += f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += f"trailer<</Root 1 0 R/Size {len(places) + 1}>>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def picture(filtered: str, data: bytes, bits: int) -> bytes:
    dictionary = f"/Type/XObject/Subtype/Image/Width {WIDTH}/Height {HEIGHT}/ColorSpace/DeviceGray/BitsPerComponent {bits}"
    content = f"{WIDTH} 0 0 {HEIGHT} 0 0 cm /I Do".encode()
    return pdf("/XObject<</I 5 0 R>>", content, (f"{dictionary}{filtered}", data))


def cjk(font: str, charmap: str, ordering: str, text: bytes) -> bytes:
    return pdf(
        "/Font<</F 5 0 R>>",
        b"BT /F 36 Tf 20 40 Td <" + text.hex().encode() + b"> Tj ET",
        (f"/Type/Font/Subtype/Type0/BaseFont/{font}/Encoding/{charmap}/DescendantFonts[6 0 R]", None),
        (
            f"/Type/Font/Subtype/CIDFontType0/BaseFont/{font}/FontDescriptor 7 0 R"
            f"/CIDSystemInfo<</Registry(Adobe)/Ordering({ordering})/Supplement 2>>",
            None,
        ),
        (
            f"/Type/FontDescriptor/FontName/{font}/Flags 4/FontBBox[0 -200 1000 900]"
            "/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80",
            None,
        ),
    )


def main() -> None:
    broken = jpx()[:200]
    columns = f"/K -1/Columns {WIDTH}/Rows {HEIGHT}"
    files = {
        "scan-cut.pdf": picture("/Filter/JPXDecode", broken, 8),
        "scan-fax.pdf": picture(f"/Filter/CCITTFaxDecode/DecodeParms<<{columns}>>", fax(), 1),
        "scan-jbig2.pdf": picture("/Filter/JBIG2Decode", jbig2(), 1),
        "scan-jpx.pdf": picture("/Filter/JPXDecode", jpx(), 8),
        "text-gb.pdf": cjk("STSong-Light", "UniGB-UCS2-H", "GB1", "中文文本".encode("utf-16-be")),
        "text-rksj.pdf": cjk("HeiseiMin-W3", "90ms-RKSJ-H", "Japan1", "日本語".encode("cp932")),
        "text-symbol.pdf": pdf(
            "/Font<</F 5 0 R>>",
            b"BT /F 36 Tf 20 40 Td (abgd) Tj ET",
            ("/Type/Font/Subtype/Type1/BaseFont/Symbol", None),
        ),
    }
    for name, data in files.items():
        (MEDIA / name).write_bytes(data)


if __name__ == "__main__":
    main()
