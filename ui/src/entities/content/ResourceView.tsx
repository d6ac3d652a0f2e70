import { Segments } from '../../kit/controls';
import { useMemo, useState, type ReactNode } from 'react';
import type { JsonValue, ResourceContents } from '../../api/generated/contract';
import { formatBytes } from '../../lib/format';
import { Icon } from '../../kit/Icon';
import { VisibleText } from '../../kit/VisibleText';
import { ContentContext, ContentMenu } from './ContentMenu';
import { codeLanguage } from './codeLanguage';
import { DragHandle } from './DragHandle';
import { draggableContent, dragProps } from './dragOut';
import { foundType, notShownAs, previewKind, viewName, viewsOf, type PreviewKind, type View } from './kind';
import { PictureBlock, SoundBlock } from './MediaBlock';
import { partBytes, partOf, type Part } from './part';
import { Preview } from './preview/Preview';
import { handledContents } from './sendable';
import { TextBlock } from './TextBlock';
import { t } from '../../words/translate';
import { visibleString } from '../../lib/visible';
import { Hint } from '../../kit/Hint';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './content.module.css';
import previewStyles from './preview.module.css';

interface ResourceViewProps {
  resource: ResourceContents;
  /** The same as it came, where that is known. */
  raw?: JsonValue | undefined;
  serverLabel: string;
  /** Beside what is known of it. */
  action?: ReactNode;
}

/** A resource that came inside a message. */
export function ResourceView({ resource, raw, serverLabel, action }: ResourceViewProps): ReactNode {
  const part = useMemo(() => partOf(resource, raw), [resource, raw]);
  const kind = useMemo(() => previewKind(part), [part]);
  const { body, uri, mimeType } = resource;
  const handled = useMemo(() => handledContents(uri, resource, partBytes(part)), [uri, resource, part]);
  const head = (
    <>
      <Head part={part} serverLabel={serverLabel} />
      {action}
    </>
  );
  const shown =
    body.kind === 'text' && isPlain(kind, part) ? (
      <div className={styles.block} {...dragProps(draggableContent(resource.contentId))}>
        {body.picture !== null && <PictureBlock media={body.picture} alt={uri} />}
        <TextBlock
          text={body.text}
          mimeType={kind === 'markdown' ? 'text/markdown' : mimeType}
          label={uri}
          head={head}
        />
      </div>
    ) : (
      <Views part={part} kind={kind} head={head} />
    );
  return (
    <ContentContext of={handled} serverLabel={serverLabel}>
      {shown}
    </ContentContext>
  );
}

/** Texts of these kinds are shown as those of a message are. */
function isPlain(kind: PreviewKind, part: Part): boolean {
  const { mimeType, uri } = part.contents;
  if (kind === 'text') return codeLanguage(mimeType, uri) === 'plain' && notShownAs(part) === null;
  return kind === 'markdown' || kind === 'json' || kind === 'drawing';
}

function Head({ part, serverLabel }: { part: Part; serverLabel: string }): ReactNode {
  const { uri, mimeType, contentId } = part.contents;
  const found = useMemo(() => foundType(part), [part]);
  const size = useMemo(() => partBytes(part), [part]);
  return (
    <>
      {contentId === null ? (
        <Icon name="fileText" size={14} />
      ) : (
        <DragHandle>
          <Icon name="fileText" size={14} />
        </DragHandle>
      )}
      <Hint as="code" className={cx(layout.cut, styles['block-uri'])} label={visibleString(uri)}>
        <VisibleText text={uri} />
      </Hint>
      {mimeType !== null && (
        <span>
          <VisibleText text={mimeType} />
        </span>
      )}
      {found?.differs === true && (
        <span className={layout.lamp}>{t('content.detectedAs', { type: found.type })}</span>
      )}
      <span className={layout.num}>{formatBytes(size)}</span>
      <ContentMenu of={handledContents(uri, part.contents, size)} serverLabel={serverLabel} place="inline" />
    </>
  );
}

interface ViewsProps {
  part: Part;
  kind: PreviewKind;
  head: ReactNode;
}

/** One of the views of a resource, in a part of the page. */
function Views({ part, kind, head }: ViewsProps): ReactNode {
  const { body, uri, contentId } = part.contents;
  const views = viewsOf(kind);
  const [picked, setPicked] = useState<View>('preview');
  const view = views.includes(picked) ? picked : (views[0] ?? 'preview');
  const isMedia = view === 'preview' && (body.kind === 'image' || body.kind === 'audio');
  return (
    <div className={styles.block} {...dragProps(draggableContent(contentId))}>
      <div className={styles['block-head']}>
        {head}
        <span className={cx(styles.end, layout.end, layout.row)}>
          {views.length > 1 && (
            <Segments
              size="xs"
              label={t('content.viewOf', { name: visibleString(uri) })}
              data={views.map((value) => ({ value, label: viewName(value, kind) }))}
              value={view}
              onChange={setPicked}
            />
          )}
        </span>
      </div>
      {isMedia && body.kind === 'image' && <PictureBlock media={body} alt={uri} />}
      {isMedia && body.kind === 'audio' && <SoundBlock media={body} alt={uri} />}
      {!isMedia && (
        <div className={previewStyles['preview-inline']} data-high={isHigh(kind, view) || undefined}>
          <Preview part={part} label={uri} view={view} />
        </div>
      )}
    </div>
  );
}

/** What scrolls in itself needs a height; the rest is as high as it is. */
const isHigh = (kind: PreviewKind, view: View): boolean => view !== 'preview' || kind !== 'video';
