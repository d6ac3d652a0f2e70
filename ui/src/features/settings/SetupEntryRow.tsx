import { Checkbox } from '../../kit/controls';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { SetupEntry, SetupRule } from '../../api/generated/contract';
import { Icon } from '../../kit/Icon';
import { scopeName, decisionText } from '../../entities/policy/words';
import { VisibleText } from '../../kit/VisibleText';
import { visibleString } from '../../lib/visible';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './settings.module.css';

interface SetupEntryRowProps {
  entry: SetupEntry;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  /** Whether what lets calls through without asking is taken as well. */
  allowing: boolean;
  onAllow: (allowing: boolean) => void;
}

/** One entry of a setup file, with everything that comes along with it. */
export function SetupEntryRow(props: SetupEntryRowProps): ReactNode {
  const { entry, chosen, onChoose } = props;
  return (
    <div>
      <Checkbox
        checked={chosen}
        disabled={entry.problem !== null}
        onChange={(event) => onChoose(event.currentTarget.checked)}
        label={<VisibleText text={entry.label} />}
        description={
          <>
            <span className={cx(layout.mono, layout.wrap)}>
              <VisibleText text={entry.leadsTo} />
            </span>
            <span className={styles['setup-remarks']}>{remarks(entry).join(' · ')}</span>
          </>
        }
      />
      <Along {...props} />
    </div>
  );
}

/** What comes along: to compare with, to restrict, and only if the person says so, to allow. */
function Along({ entry, chosen, allowing, onAllow }: SetupEntryRowProps): ReactNode {
  const { reviewed, restricting, leftOut } = entry;
  const allows = [
    ...entry.allowing.map(ruleText),
    ...(entry.trusted ? [t('settings.setupEntry.trusted')] : []),
  ];
  const heading = useId();
  if (reviewed + restricting.length + allows.length + leftOut.length === 0) return null;
  return (
    <div className={cx(styles['setup-along'], layout.fs12, layout.t2)}>
      {reviewed > 0 && <p>{t('settings.setupEntry.definitions', { count: reviewed })}</p>}
      {restricting.length > 0 && (
        <>
          <p id={heading}>{t('settings.setup.restricting', { count: restricting.length })}</p>
          <Lines label={heading} lines={restricting.map(ruleText)} />
        </>
      )}
      {allows.length > 0 && (
        <>
          <Checkbox
            size="xs"
            checked={allowing && chosen}
            disabled={!chosen}
            onChange={(event) => onAllow(event.currentTarget.checked)}
            label={t('settings.setupEntry.alsoAllow', { server: visibleString(entry.label) })}
          />
          <Lines label={null} lines={allows} />
        </>
      )}
      {[...new Set(leftOut.map(messageText))].map((words) => (
        <p key={words} className={cx(layout.row, layout.lamp, styles['setup-left-out'])}>
          <Icon name="warning" size={14} />
          <span>
            <VisibleText text={words} />
          </span>
        </p>
      ))}
    </div>
  );
}

function Lines({ label, lines }: { label: string | null; lines: readonly string[] }): ReactNode {
  return (
    <ul
      {...(label === null
        ? { 'aria-label': t('settings.setupEntry.allowing') }
        : { 'aria-labelledby': label })}
    >
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** A decision in one line. */
function ruleText(rule: SetupRule): string {
  return t('settings.setupEntry.policy', { scope: scopeName(rule), decision: decisionText(rule.decision) });
}

function remarks({ kind, version, secrets, known, problem }: SetupEntry): string[] {
  return [
    kind === 'server'
      ? t('common.server')
      : version === null
        ? t('common.webtool')
        : t('settings.setupEntry.pinned', { version: visibleString(version) }),
    ...(known ? [t('settings.setupEntry.known')] : []),
    ...(secrets > 0 ? [t('settings.setupEntry.secrets', { count: secrets })] : []),
    ...(problem === null ? [] : [visibleString(messageText(problem))]),
  ];
}
