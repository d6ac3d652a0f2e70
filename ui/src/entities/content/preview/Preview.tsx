import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { CodeView } from '../../../kit/CodeView/CodeView';
import { Note } from '../../../kit/Note';
import { Skeleton } from '../../../kit/Skeleton';
import { visibleString } from '../../../lib/visible';
import { t } from '../../../words/translate';
import { codeLanguage } from '../codeLanguage';
import { previewKind, type PreviewKind, type View } from '../kind';
import { essence } from '../mediaType';
import { encodedOf, type Part } from '../part';
import { Picture, type Pixels } from '../Picture';
import { Player } from '../Player';
import { PreviewBoundary } from './PreviewBoundary';
import styles from './preview.module.css';

// Each is loaded when the first content of its kind is shown.
const ArchiveList = lazy(() => import('./ArchiveList'));
const Bytes = lazy(() => import('./Bytes'));
const CsvTable = lazy(() => import('./CsvTable'));
const FontSample = lazy(() => import('./FontSample'));
const HtmlPage = lazy(() => import('./HtmlPage'));
const MarkdownPage = lazy(() => import('./MarkdownPage'));
const PdfPages = lazy(() => import('./PdfPages'));
const Tree = lazy(() => import('./Tree'));

interface PreviewProps {
  part: Part;
  /** What it is called, for names of pictures and tables. */
  label: string;
  view: View;
  /** Says how large a picture is, once that is known. */
  onPixels?: (pixels: Pixels) => void;
}

/** One content, by what is in it. */
export function Preview(props: PreviewProps): ReactNode {
  const { part, label, view } = props;
  const isText = part.contents.body.kind === 'text';
  const instead = isText ? <Source part={part} label={label} /> : <Bytes part={part} label={label} />;
  return (
    <PreviewBoundary key={view} instead={<Suspense fallback={null}>{instead}</Suspense>}>
      <Suspense fallback={<Skeleton rows={4} />}>
        {view === 'preview' ? <Shown {...props} instead={instead} /> : instead}
      </Suspense>
    </PreviewBoundary>
  );
}

function Shown({ part, label, onPixels, instead }: PreviewProps & { instead: ReactNode }): ReactNode {
  const { body } = part.contents;
  const kind = useMemo(() => previewKind(part), [part]);
  const picture = { label, instead, ...(onPixels === undefined ? {} : { onPixels }) };
  switch (body.kind) {
    case 'image':
      return <Picture media={body} {...picture} />;
    case 'audio':
      return <Player kind="audio" media={body} label={label} instead={instead} />;
    case 'text':
      if (body.picture !== null) return <Picture media={body.picture} {...picture} />;
      return <Made kind={kind} part={part} text={body.text} label={label} instead={instead} />;
    case 'binary':
      return <OfBytes kind={kind} part={part} label={label} instead={instead} />;
  }
}

interface KindProps {
  kind: PreviewKind;
  part: Part;
  label: string;
  instead: ReactNode;
}

/** A view made from text. */
function Made({ kind, part, text, label, instead }: KindProps & { text: string }): ReactNode {
  switch (kind) {
    case 'json':
    case 'yaml':
    case 'toml':
      return <Tree format={kind} text={text} label={label} />;
    case 'csv':
      return <CsvTable text={text} label={label} isTabbed={isTabbed(part)} />;
    case 'html':
      return <HtmlPage text={text} label={label} />;
    case 'markdown':
      return <MarkdownPage text={text} />;
    default:
      return instead;
  }
}

const isTabbed = ({ contents: { mimeType, uri } }: Part): boolean =>
  essence(mimeType) === 'text/tab-separated-values' || uri.endsWith('.tsv');

/** A view made from bytes. Of a content from before only the beginning may be known: then the bytes are shown. */
function OfBytes({ kind, part, label, instead }: KindProps): ReactNode {
  const { base64, whole } = encodedOf(part);
  const media = useMemo(
    () => ({
      base64,
      mimeType: essence(part.contents.mimeType) || 'application/octet-stream',
      problem: null,
    }),
    [base64, part],
  );
  if (!whole) return instead;
  switch (kind) {
    case 'pdf':
      return <PdfPages part={part} label={label} />;
    case 'font':
      return <FontSample part={part} label={label} />;
    case 'archive':
      return <ArchiveList part={part} label={label} />;
    case 'video':
      return <Player kind="video" media={media} label={label} instead={instead} />;
    default:
      return instead;
  }
}

function Source({ part, label }: Pick<PreviewProps, 'part' | 'label'>): ReactNode {
  const { body, mimeType, uri } = part.contents;
  if (body.kind !== 'text') return null;
  if (body.text === '') return <Note>{t('content.preview.empty')}</Note>;
  return (
    <div className={styles['code']}>
      <CodeView
        label={t('content.preview.textOf', { name: visibleString(label) })}
        text={body.text}
        language={codeLanguage(mimeType, uri)}
      />
    </div>
  );
}
