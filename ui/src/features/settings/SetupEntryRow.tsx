import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { SetupEntry, SetupRule } from '../../api/generated/contract';
import { Icon } from '../../components/Icon';
import { scopeText, decisionText } from '../../components/policy/words';
import { VisibleText } from '../../components/VisibleText';
import { count } from '../../lib/format';
import { visibleString } from '../../lib/visible';

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
    <div className="setup-entry">
      <Checkbox
        checked={chosen}
        disabled={entry.problem !== null}
        onChange={(event) => onChoose(event.currentTarget.checked)}
        label={<VisibleText text={entry.label} />}
        description={
          <>
            <span className="mono wrap">
              <VisibleText text={entry.leadsTo} />
            </span>
            <span className="setup-remarks">
              <VisibleText text={remarks(entry).join(' · ')} />
            </span>
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
  const allows = [...entry.allowing.map(ruleText), ...(entry.trusted ? [TRUSTED] : [])];
  const heading = useId();
  if (reviewed + restricting.length + allows.length + leftOut.length === 0) return null;
  return (
    <div className="setup-along fs12 t2">
      {reviewed > 0 && (
        <p>
          {count(reviewed, 'reviewed definition')}, to compare with: you look at what it declares once here,
          and see what differs.
        </p>
      )}
      {restricting.length > 0 && (
        <>
          <p id={heading}>
            {count(restricting.length, 'policy that asks or forbids', 'policies that ask or forbid')}:
          </p>
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
            label={`Also take what lets calls of ${visibleString(entry.label)} through without asking`}
          />
          <Lines label={null} lines={allows} />
        </>
      )}
      {[...new Set(leftOut)].map((words) => (
        <p key={words} className="row lamp setup-left-out">
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
    <ul {...(label === null ? { 'aria-label': 'Without asking' } : { 'aria-labelledby': label })}>
      {lines.map((line) => (
        <li key={line}>
          <VisibleText text={line} />
        </li>
      ))}
    </ul>
  );
}

const TRUSTED = 'What it says about its tools is trusted';

/** A decision in one line. */
function ruleText({ scope, decision }: SetupRule): string {
  if (scope.kind === 'tool') return `${scope.name}: ${decisionText(decision)}`;
  const but = scope.kind === 'allTools' && decision.kind === 'allowUntil' ? ' but destructive ones' : '';
  return `${scopeText(scope)}${but}: ${decisionText(decision)}`;
}

function remarks({ kind, version, secrets, known, problem }: SetupEntry): string[] {
  return [
    kind === 'server'
      ? 'Server'
      : `Webtool${version === null ? '' : `, pinned to ${version}; its digests fit`}`,
    ...(known ? ['already set up here'] : []),
    ...(secrets > 0 ? [`${count(secrets, 'secret')} to be given again`] : []),
    ...(problem === null ? [] : [problem]),
  ];
}
