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

/** A font that is not loaded by then is given up. */
const LOADED_MS = 5_000;

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
  if (state === 'slow') throw new Error(t('content.font.slow', { seconds: LOADED_MS / 1_000 }));
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

type FontState = 'loading' | 'loaded' | 'broken' | 'slow';

function useFont(family: string, bytes: Uint8Array<ArrayBuffer>): FontState {
  const [state, setState] = useState<FontState>('loading');
  useEffect(() => {
    if (bytes.length > FONT_BYTES) return undefined;
    const font = new FontFace(family, bytes);
    let wanted = true;
    const end = (next: FontState): void => {
      if (!wanted) return;
      wanted = false;
      clearTimeout(late);
      if (next === 'loaded') document.fonts.add(font);
      setState(next);
    };
    const late = setTimeout(() => end('slow'), LOADED_MS);
    font.load().then(
      () => end('loaded'),
      () => end('broken'),
    );
    return () => {
      wanted = false;
      clearTimeout(late);
      document.fonts.delete(font);
    };
  }, [family, bytes]);
  return state;
}
