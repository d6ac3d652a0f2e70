import type { ReactNode } from 'react';
import { HexView } from '../../../kit/HexView';
import { Note } from '../../../kit/Note';
import { formatBytes } from '../../../lib/format';
import { visibleString } from '../../../lib/visible';
import { t } from '../../../words/translate';
import type { Part } from '../part';
import styles from './preview.module.css';

interface BytesProps {
  part: Part;
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether these are all. */
  whole: boolean;
  label: string;
}

/** The bytes of a content. */
export default function Bytes({ part, bytes, whole, label }: BytesProps): ReactNode {
  const { body } = part.contents;
  const name = visibleString(label);
  if (bytes.length === 0) return <Note>{t('content.preview.noBytes')}</Note>;
  return (
    <div className={styles['page']} data-fill>
      {!whole && body.kind !== 'text' && (
        <Note icon="file">
          {t('content.preview.beginning', {
            shown: formatBytes(bytes.length),
            size: formatBytes(body.sizeBytes),
          })}
        </Note>
      )}
      <HexView label={t('content.preview.bytesOf', { name })} bytes={bytes} />
    </div>
  );
}
