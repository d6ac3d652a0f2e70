import { ActionIcon } from './ActionIcon';
import { useEffect, useState, type ReactNode } from 'react';
import { copyText } from '../lib/clipboard';
import { hides } from '../lib/visible';
import { Icon } from './Icon';
import type { IconName } from './iconPaths';
import { t } from '../words/translate';

interface CopyButtonProps {
  /** "Copy value": the button's name and tooltip. */
  label: string;
  /** What is copied, made when it is asked for. */
  text: () => string;
  icon?: IconName;
}

/** `hiding` = copied, and what was copied holds characters that are not seen where it is pasted. */
type Outcome = 'copied' | 'hiding' | 'refused';

const SAYS = {
  copied: 'common.copied',
  hiding: 'shared.copiedHidden',
  refused: 'common.copyFailed',
} as const satisfies Record<Outcome, string>;

/** Copies something exactly, and says for a moment how that went. */
export function CopyButton({ label, text, icon = 'copy' }: CopyButtonProps): ReactNode {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), outcome === 'hiding' ? 5_000 : 1_500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const exact = text();
    const copied = hides(exact) ? 'hiding' : 'copied';
    setOutcome((await copyText(exact)) ? copied : 'refused');
  };
  const says = outcome === null ? label : t(SAYS[outcome]);
  return (
    <ActionIcon size="xs" aria-label={says} title={says} onClick={() => void copy()}>
      <Icon name={outcome === null ? icon : outcome === 'copied' ? 'check' : 'warning'} size={14} />
    </ActionIcon>
  );
}
