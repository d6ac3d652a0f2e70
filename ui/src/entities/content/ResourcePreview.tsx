import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { JsonValue, Media, ResourceContents } from '../../api/generated/contract';
import { formatBytes } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { CodeView } from '../../kit/CodeView/CodeView';
import { HexView } from '../../kit/HexView';
import { JsonView } from '../../kit/JsonView/JsonView';
import { Markdown } from '../../kit/Markdown/Markdown';
import { Note } from '../../kit/Note';
import { CsvTable } from './CsvTable';
import { codeLanguage } from './codeLanguage';
import { previewKind } from './kind';
import { Picture } from './Picture';
import { Sound } from './Sound';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './preview.module.css';

interface ResourcePreviewProps {
  contents: ResourceContents;
  /** What it is called, for names of pictures and tables. */
  label: string;
  /** `source` shows the text itself where the preview is made from text. */
  view?: 'preview' | 'source';
}

/** One content of a resource, by what the core found in it. */
export function ResourcePreview({ contents, label, view = 'preview' }: ResourcePreviewProps): ReactNode {
  const { body } = contents;
  const kind = useMemo(() => previewKind(contents), [contents]);
  if (body.kind === 'image') return <Picture label={label} media={body} />;
  if (body.kind === 'audio') return <Sound label={label} media={body} />;
  if (body.kind === 'binary')
    return <Bytes label={label} sizeBytes={body.sizeBytes} headBase64={body.headBase64} />;
  if (view === 'preview' && kind !== 'text')
    return <Made kind={kind} label={label} text={body.text} picture={body.picture} />;
  if (body.text === '') return <Note>{t('content.preview.empty')}</Note>;
  return (
    <CodeView
      label={t('content.preview.textOf', { name: visibleString(label) })}
      text={body.text}
      language={codeLanguage(contents.mimeType, contents.uri)}
    />
  );
}

/** Whether a content can be looked at in two ways. */
export function hasSource(contents: ResourceContents): boolean {
  return contents.body.kind === 'text' && previewKind(contents) !== 'text';
}

interface MadeProps {
  kind: ReturnType<typeof previewKind>;
  label: string;
  text: string;
  picture: Media | null;
}

/** A view made from text. */
function Made({ kind, label, text, picture }: MadeProps): ReactNode {
  if (picture !== null) return <Picture label={label} media={picture} />;
  if (kind === 'csv') return <CsvTable label={label} text={text} />;
  if (kind === 'json') return <Json label={label} text={text} />;
  return (
    <div className={cx(styles['preview-page'], layout.scrolls)}>
      <Markdown text={text} />
    </div>
  );
}

function Json({ label, text }: { label: string; text: string }): ReactNode {
  const value = useMemo(() => JSON.parse(text) as JsonValue, [text]);
  return (
    <div className={cx(styles['preview-page'], layout.scrolls)}>
      <JsonView label={label} value={value} />
    </div>
  );
}

interface BytesProps {
  label: string;
  sizeBytes: number;
  headBase64: string;
}

function Bytes({ label, sizeBytes, headBase64 }: BytesProps): ReactNode {
  return (
    <div className={cx(styles['preview-page'], styles['preview-bytes'])}>
      <Note icon="file">{t('content.preview.none', { size: formatBytes(sizeBytes) })}</Note>
      <HexView
        label={t('content.preview.firstBytesOf', { name: visibleString(label) })}
        base64={headBase64}
      />
    </div>
  );
}
