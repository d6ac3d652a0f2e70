import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { CodeView } from '../../../kit/CodeView/CodeView';
import { Note } from '../../../kit/Note';
import { Skeleton } from '../../../kit/Skeleton';
import { visibleString } from '../../../lib/visible';
import { t } from '../../../words/translate';
import { codeLanguage } from '../codeLanguage';
import type { Dimensions } from '../dimensions';
import { notShownAs, previewKind, type PreviewKind, type View } from '../kind';
import { essence } from '../mediaType';
import type { Part } from '../part';
import { Picture } from '../Picture';
import { Player } from '../Player';
import { AllBytes } from './AllBytes';
import { PreviewBoundary } from './PreviewBoundary';
import styles from './preview.module.css';

// Each is loaded when the first content of its kind is shown.
const ArchiveList = lazy(() => import('./ArchiveList'));
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
  /** Says how large a picture, a video or a page is, once that is known. */
  onDimensions?: (found: Dimensions) => void;
}

/** One content, by what is in it. */
export function Preview(props: PreviewProps): ReactNode {
  const { part, label, view } = props;
  const isText = part.contents.body.kind === 'text';
  const bytes = <AllBytes part={part} label={label} />;
  const instead = isText ? <Source part={part} label={label} /> : bytes;
  return (
    <PreviewBoundary key={view} instead={<Suspense fallback={null}>{instead}</Suspense>}>
      <Suspense fallback={<Skeleton rows={4} />}>
        {view === 'preview' && <Shown {...props} instead={instead} />}
        {view === 'source' && instead}
        {view === 'bytes' && bytes}
      </Suspense>
    </PreviewBoundary>
  );
}

function Shown({ part, label, onDimensions, instead }: PreviewProps & { instead: ReactNode }): ReactNode {
  const { body } = part.contents;
  const kind = useMemo(() => previewKind(part), [part]);
  const sized = onDimensions === undefined ? {} : { onDimensions };
  const picture = { label, instead, ...sized };
  switch (body.kind) {
    case 'image':
      return <Picture media={body} {...picture} />;
    case 'audio':
      return <Player kind="audio" media={body} label={label} instead={instead} />;
    case 'text':
      if (body.picture !== null) return <Picture media={body.picture} {...picture} />;
      return <Made kind={kind} part={part} text={body.text} label={label} instead={instead} />;
    case 'binary':
      return <OfBytes kind={kind} part={part} {...picture} />;
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
      return <HtmlPage text={text} label={label} instead={instead} />;
    case 'markdown':
      return <MarkdownPage text={text} />;
    default:
      return <AsText part={part} instead={instead} />;
  }
}

/** Text as it is, and why it is not shown as what it claims to be. */
function AsText({ part, instead }: Pick<KindProps, 'part' | 'instead'>): ReactNode {
  const reason = useMemo(() => notShownAs(part), [part]);
  if (reason === null) return instead;
  return (
    <div className={styles['stack']} data-fill>
      <Note icon="info">
        {reason.longest === null
          ? t('content.preview.tooComplex', { format: formatName(reason.kind) })
          : t('content.preview.tooLong', { format: formatName(reason.kind), longest: reason.longest })}
      </Note>
      {instead}
    </div>
  );
}

const formatName = (kind: PreviewKind): string => (kind === 'markdown' ? 'Markdown' : kind.toUpperCase());

const isTabbed = ({ contents: { mimeType, uri } }: Part): boolean =>
  essence(mimeType) === 'text/tab-separated-values' || uri.endsWith('.tsv');

type BytesProps = KindProps & Pick<PreviewProps, 'onDimensions'>;

/** A view made from bytes. */
function OfBytes({ kind, part, label, instead, onDimensions }: BytesProps): ReactNode {
  const sized = onDimensions === undefined ? {} : { onDimensions };
  switch (kind) {
    case 'pdf':
      return (
        <AllBytes part={part} label={label}>
          {(bytes) => <PdfPages bytes={bytes} label={label} {...sized} />}
        </AllBytes>
      );
    case 'font':
      return (
        <AllBytes part={part} label={label}>
          {(bytes) => <FontSample bytes={bytes} label={label} />}
        </AllBytes>
      );
    case 'archive':
      return (
        <AllBytes part={part} label={label}>
          {(bytes) => <ArchiveList part={part} bytes={bytes} label={label} />}
        </AllBytes>
      );
    case 'video':
      return (
        <AllBytes part={part} label={label}>
          {(bytes) => <Video part={part} bytes={bytes} label={label} instead={instead} {...sized} />}
        </AllBytes>
      );
    default:
      return instead;
  }
}

/** Played as what its bytes are, whatever it is declared as. */
function Video({
  part,
  bytes,
  ...rest
}: Omit<BytesProps, 'kind'> & { bytes: Uint8Array<ArrayBuffer> }): ReactNode {
  const { detectedType } = part.contents;
  const media = useMemo(
    () => ({ bytes, mimeType: detectedType ?? 'application/octet-stream', problem: null }),
    [bytes, detectedType],
  );
  return <Player kind="video" media={media} {...rest} />;
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
