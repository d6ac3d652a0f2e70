import { ActionIcon } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { copyText } from '../lib/clipboard';
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

/** Copies something and says for a moment how that went. */
export function CopyButton({ label, text, icon = 'copy' }: CopyButtonProps): ReactNode {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), 1_500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => setOutcome((await copyText(text())) ? 'copied' : 'refused');
  const says = outcome === null ? label : t(outcome === 'copied' ? 'common.copied' : 'common.copyFailed');
  return (
    <ActionIcon size="xs" aria-label={says} title={says} onClick={() => void copy()}>
      <Icon name={outcome === 'copied' ? 'check' : outcome === 'refused' ? 'warning' : icon} size={14} />
    </ActionIcon>
  );
}
