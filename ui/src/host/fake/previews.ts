import type { JsonValue, ReadOutcome, ResourceBody } from '../../api/generated/contract';
import { textBody } from './contents';
import { DEMO, NOW } from './servers';
import type { World } from './world';

/** A content of each kind, for looking at its preview. */
interface Sample {
  name: string;
  mimeType: string;
  text?: string;
  bytes?: string;
  /** What the core finds in the bytes. */
  detectedType?: string;
}

const zeros = (count: number): string => '\0'.repeat(count);

/** Readers find the parts of a PDF without a table. */
function pdfOf(objects: readonly string[]): string {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return `%PDF-1.7\n${body}trailer\n<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF\n`;
}

/** A PDF of one page with an image of one byte that declares a width and a height. */
export function pdfWithImage(width: number, height: number): string {
  const content = 'q 200 0 0 200 50 50 cm /Im Do Q';
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</XObject<</Im 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 1/Length 1>>\nstream\n\x55\nendstream`,
  ]);
}

/** A PDF of some pages, each with a line of text. */
function pdf(pages: number): string {
  const kids = Array.from({ length: pages }, (_, index) => `${4 + index * 2} 0 R`);
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>',
    `<</Type/Pages/Count ${pages}/Kids[${kids.join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...kids.flatMap((_, index) => {
      const text = `BT /F 24 Tf 72 700 Td (Page ${index + 1} of a harbour report) Tj ET 72 680 300 2 re f`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + index * 2} 0 R>>`,
        `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
      ];
    }),
  ]);
}

function tarHeader(name: string, size: number): string {
  const start = `${name.padEnd(124, '\0')}${size.toString(8).padStart(11, '0')}`;
  return `${start.padEnd(156, '\0')}0`.padEnd(257, '\0').concat('ustar\0').padEnd(512, '\0');
}

const HTML = `<!doctype html><title>Report</title><style>h1{color:teal}</style>
<h1>Harbour report</h1><p style="border:1px solid teal;padding:8px">Styles stand in the page.</p>
<img src="https://evil.example/pixel.png" alt="Not loaded"><a href="https://evil.example/">A link</a>
<script>document.body.textContent = 'Scripts run.'</script>`;

const SAMPLES: readonly Sample[] = [
  {
    name: 'main.rs',
    mimeType: 'text/plain',
    text: '/// Runs.\nfn main() {\n    let n: u32 = 1;\n    println!("{n}");\n}\n',
  },
  {
    name: 'compose.yaml',
    mimeType: 'application/yaml',
    text: 'services:\n  web:\n    image: nginx\n    ports: [80, 443]\n',
  },
  { name: 'broken.yaml', mimeType: 'application/yaml', text: 'services:\n  web: [80, 443\nother: "open\n' },
  { name: 'Cargo.toml', mimeType: 'application/toml', text: '[package]\nname = "usher"\nedition = 2024\n' },
  {
    name: 'stations.csv',
    mimeType: 'text/csv',
    text: 'time,temp,wind,where\n14:00,11.2,12,Pier\n14:10,11,10\n14:20,10.8,=cmd(),"Mole, east"\n',
  },
  { name: 'report.html', mimeType: 'text/html', text: HTML },
  { name: 'report.pdf', mimeType: 'application/pdf', bytes: pdf(12), detectedType: 'application/pdf' },
  {
    name: 'broken.pdf',
    mimeType: 'application/pdf',
    bytes: '%PDF-1.7\nnothing else',
    detectedType: 'application/pdf',
  },
  {
    name: 'large-image.pdf',
    mimeType: 'application/pdf',
    bytes: pdfWithImage(20_000, 20_000),
    detectedType: 'application/pdf',
  },
  {
    name: 'logs.tar',
    mimeType: 'image/png',
    detectedType: 'application/x-tar',
    bytes:
      tarHeader('logs/a.txt', 0) +
      tarHeader('../../.ssh/\u00ADkeys', 3) +
      'abc'.padEnd(512, '\0') +
      zeros(1024),
  },
  {
    name: 'dump.bin',
    mimeType: 'application/octet-stream',
    bytes: `Usher\0\x01\x02${'A readable text\0\xFF\xFE'.repeat(9_000)}`,
  },
  { name: 'long.txt', mimeType: 'text/plain', text: 'A line of a text that is very long.\n'.repeat(280_000) },
  { name: 'one-line.json', mimeType: 'text/plain', text: `["${'x'.repeat(10_000_000)}"]` },
];

const uriOf = (name: string): string => `demo://previews/${name}`;

/** Adds resources of each kind to the made-up world. */
export function addPreviews(world: World): void {
  for (const { name, mimeType } of SAMPLES)
    world.resources.push({
      serverId: DEMO,
      uri: uriOf(name),
      name,
      title: name,
      description: null,
      mimeType,
      sizeBytes: null,
      icon: null,
      annotations: { audience: ['user'], priority: 0.8, lastModified: '2026-11-01T12:00:00Z' },
      subscribed: false,
    });
}

/** What reading one of them gives. */
export function readPreview(uri: string): ReadOutcome | undefined {
  const sample = SAMPLES.find(({ name }) => uriOf(name) === uri);
  if (sample === undefined) return undefined;
  const { mimeType, text, bytes = '', detectedType = null } = sample;
  const blob = btoa(bytes);
  const body: ResourceBody =
    text === undefined
      ? { kind: 'binary', sizeBytes: bytes.length, headBase64: btoa(bytes.slice(0, 512)) }
      : textBody(text);
  const raw: JsonValue = {
    uri,
    mimeType,
    _meta: { frame: 4417 },
    ...(text === undefined ? { blob } : { text }),
  };
  return {
    uri,
    contents: [{ uri, mimeType, detectedType, contentId: null, body }],
    readAt: NOW,
    freshUntil: null,
    durationMs: 12,
    shortened: 0,
    raw: { contents: [raw] },
  };
}
