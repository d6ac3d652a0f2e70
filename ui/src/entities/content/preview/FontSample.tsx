import { useEffect, useId, useState, type ReactNode } from 'react';
import { Note } from '../../../kit/Note';
import { Skeleton } from '../../../kit/Skeleton';
import { TextInput } from '../../../kit/controls';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import { t } from '../../../words/translate';
import { formatBytes } from '../../../lib/format';
import { visibleString } from '../../../lib/visible';
import styles from './preview.module.css';

/** The largest font that is drawn, in bytes: those with all Chinese characters have twenty million. */
const FONT_BYTES = 32 * 1024 * 1024;

/** Sizes of the sample, px. */
const SIZES = [12, 16, 24, 36, 60];

interface FontSampleProps {
  bytes: Uint8Array<ArrayBuffer>;
  label: string;
}

/** A font on a sample text. The window knows it only while it is shown. */
export default function FontSample({ bytes, label }: FontSampleProps): ReactNode {
  const family = `preview${useId().replaceAll(/\W/g, '')}`;
  const state = useFont(family, bytes);
  const [sample, setSample] = useState(t('content.font.sample'));
  if (bytes.length > FONT_BYTES)
    throw new Error(t('content.font.tooLarge', { size: formatBytes(FONT_BYTES) }));
  if (state === 'loading') return <Skeleton rows={4} />;
  if (state === 'broken') throw new Error(t('content.damaged'));
  return (
    <div className={cx(styles['page'], layout.scrolls)}>
      <TextInput
        label={t('content.font.sampleLabel')}
        value={sample}
        onChange={(event) => setSample(event.currentTarget.value)}
      />
      <div
        className={styles['samples']}
        role="img"
        aria-label={t('content.font.of', { name: visibleString(label) })}
        style={{ fontFamily: family }}
      >
        {SIZES.map((size) => (
          <p key={size} className={styles['sample']} style={{ fontSize: size }}>
            {sample}
          </p>
        ))}
        <p className={styles['sample']}>
          ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 .,:;!?&amp;@%€$
        </p>
      </div>
      <Note>{t('content.font.fallback')}</Note>
    </div>
  );
}

function useFont(family: string, bytes: Uint8Array<ArrayBuffer>): 'loading' | 'loaded' | 'broken' {
  const [state, setState] = useState<'loading' | 'loaded' | 'broken'>('loading');
  useEffect(() => {
    if (bytes.length > FONT_BYTES) return undefined;
    const font = new FontFace(family, bytes);
    let wanted = true;
    font.load().then(
      () => {
        if (!wanted) return;
        document.fonts.add(font);
        setState('loaded');
      },
      () => wanted && setState('broken'),
    );
    return () => {
      wanted = false;
      document.fonts.delete(font);
    };
  }, [family, bytes]);
  return state;
}
