import { useMemo, type ReactNode } from 'react';
import { HexView } from '../../../kit/HexView';
import { Note } from '../../../kit/Note';
import { formatBytes } from '../../../lib/format';
import { bytesOfBase64 } from '../../../lib/hex';
import { visibleString } from '../../../lib/visible';
import { t } from '../../../words/translate';
import { encodedOf, type Part } from '../part';
import styles from './preview.module.css';

interface BytesProps {
  part: Part;
  label: string;
}

/** The bytes of a content. */
export default function Bytes({ part, label }: BytesProps): ReactNode {
  const { base64, whole } = encodedOf(part);
  const bytes = useMemo(() => bytesOfBase64(base64), [base64]);
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
