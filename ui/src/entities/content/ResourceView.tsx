import type { ReactNode } from 'react';
import type { ResourceContents } from '../../api/generated/contract';
import { formatBytes } from '../../lib/format';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import { PictureBlock, SoundBlock } from './MediaBlock';
import { TextBlock } from './TextBlock';
import { t } from '../../words/translate';
import { visibleString } from '../../lib/visible';
import { Hint } from '../../kit/Hint';
import layout from '../../styles/layout.module.css';
import styles from './content.module.css';

/** A resource that came inside a message. */
export function ResourceView({ resource }: { resource: ResourceContents }): ReactNode {
  const { body, uri, mimeType } = resource;
  const head = (
    <>
      <Icon name="fileText" size={14} />
      <Hint as="code" className={layout.cut} label={visibleString(uri)}>
        <VisibleText text={uri} />
      </Hint>
      {mimeType !== null && (
        <span>
          <VisibleText text={mimeType} />
        </span>
      )}
    </>
  );
  switch (body.kind) {
    case 'text':
      return (
        <div className={styles.block}>
          {body.picture !== null && <PictureBlock media={body.picture} alt={uri} />}
          <TextBlock text={body.text} mimeType={mimeType} label={uri} head={head} />
        </div>
      );
    case 'image':
      return (
        <div className={styles.block}>
          <div className={styles['block-head']}>{head}</div>
          <PictureBlock media={body} alt={uri} />
        </div>
      );
    case 'audio':
      return (
        <div className={styles.block}>
          <div className={styles['block-head']}>{head}</div>
          <SoundBlock media={body} alt={uri} />
        </div>
      );
    case 'binary':
      return (
        <div className={styles.block}>
          <div className={styles['block-head']}>{head}</div>
          <Note>{t('content.binary', { size: formatBytes(body.sizeBytes) })}</Note>
        </div>
      );
  }
}
