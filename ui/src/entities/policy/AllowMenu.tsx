import { Button, Menu } from '../../kit/controls';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { CallRequest, Grant, GrantedCalls, JsonValue } from '../../api/generated/contract';
import { claimedEffect } from '../../lib/effect';
import { formatBytes } from '../../lib/format';
import { isObject, sameJson } from '../../lib/json';
import { t } from '../../words/translate';
import { Icon } from '../../kit/Icon';
import { useArmed } from '../../kit/useArmed';
import { UntilDay } from './UntilDay';
import { SPANS } from './words';
import styles from './allowMenu.module.css';

interface AllowMenuProps {
  size?: 'xs' | 'md';
  call: CallRequest;
  serverLabel: string;
  /** The arguments the call runs with, as the person left them. */
  value: JsonValue;
  onPick: (grant: Grant) => void;
}

const CHECK = <Icon name="check" size={14} />;

/**
 * Runs a call and allows the next ones: which and how long is the choice. A wider choice than the same arguments is
 * never made beforehand. Like any answer it does nothing at first.
 */
export function AllowMenu({ size = 'md', call, serverLabel, value, onPick }: AllowMenuProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const { armed, isArmed } = useArmed(button);
  const [open, setOpen] = useState(false);
  const [picking, setPicking] = useState(false);
  const [picked, setPicked] = useState<GrantedCalls | null>(null);
  const refusal = unnamedBecause(call, value);
  const isNameable = refusal === null;
  const calls = picked ?? (isNameable ? 'sameArguments' : null);
  const canReadAll = call.client !== null && claimedEffect(call.annotations) === 'reads';
  const toggle = (next: boolean): void => {
    if (next) setPicked(null);
    setOpen(next && isArmed());
  };
  const lasting = (grant: (calls: GrantedCalls) => Grant): void => {
    if (calls !== null) onPick(grant(calls));
  };
  const lengths: readonly [key: string, label: ReactNode, onClick: () => void][] = [
    ['session', t('policies.allow.session'), () => lasting((of) => ({ kind: 'session', calls: of }))],
    ...SPANS.map(({ name, ms }): (typeof lengths)[number] => [
      name,
      t(`policies.span.${name}`),
      () => lasting((of) => ({ kind: 'until', at: Date.now() + ms, calls: of })),
    ]),
    ['untilDate', t('policies.allow.untilDate'), () => setPicking(true)],
    ['always', <AlwaysAllow key="always" />, () => lasting((of) => ({ kind: 'always', calls: of }))],
  ];
  return (
    <>
      <Menu position="top-end" opened={open} onChange={toggle}>
        <Menu.Target>
          <Button
            ref={button}
            size={size}
            aria-disabled={!armed}
            rightSection={<Icon name="down" size={12} />}
          >
            {t('policies.allow.open')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('policies.allow.calls')}</Menu.Label>
          <div role="group" aria-label={t('policies.allow.calls')}>
            <Menu.RadioGroup value={calls} onChange={(next) => setPicked(next as GrantedCalls)}>
              <Menu.RadioItem value="sameArguments" checkIcon={CHECK} disabled={!isNameable}>
                <Line
                  text={t('policies.allow.sameArguments')}
                  help={refusal ?? sameArgumentsHelp(call, value)}
                />
              </Menu.RadioItem>
              <Menu.RadioItem value="allOfTool" checkIcon={CHECK}>
                <Line text={t('policies.allow.allOfTool')} help={t('policies.allow.allOfToolHelp')} />
              </Menu.RadioItem>
              {canReadAll && (
                <Menu.RadioItem value="readOnlyOfServer" checkIcon={CHECK}>
                  <Line
                    text={t('policies.allow.readOnlyOfServer', { server: serverLabel })}
                    help={t('policies.allow.readOnlyOfServerHelp')}
                  />
                </Menu.RadioItem>
              )}
            </Menu.RadioGroup>
          </div>
          <Menu.Divider />
          <Menu.Label>{t('policies.allow.label')}</Menu.Label>
          <div role="group" aria-label={t('policies.allow.label')}>
            {lengths.map(([key, label, onClick]) => (
              <Menu.Item
                key={key}
                disabled={calls === null || (key === 'always' && calls === 'readOnlyOfServer')}
                onClick={onClick}
              >
                {label}
              </Menu.Item>
            ))}
          </div>
        </Menu.Dropdown>
      </Menu>
      <UntilDay
        open={picking}
        onClose={() => setPicking(false)}
        onPick={(at) => lasting((of) => ({ kind: 'until', at, calls: of }))}
      />
    </>
  );
}

/** As many bytes as the canonical form of a value has: members in another order are as long. */
const canonicalBytes = (value: JsonValue): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** Why a policy cannot name the arguments; `null` if it can. */
function unnamedBecause(call: CallRequest, value: JsonValue): string | null {
  const isFilled = (name: string): boolean => isObject(value) && (value[name] ?? '') !== '';
  if (call.looksSecret.some(isFilled)) return t('policies.allow.secretHelp');
  if (canonicalBytes(value) <= call.namedArgumentsBytes) return null;
  return t('policies.allow.tooLargeHelp', { size: formatBytes(call.namedArgumentsBytes) });
}

function sameArgumentsHelp(call: CallRequest, value: JsonValue): string {
  const isEdited = !sameJson(value, call.arguments);
  return t(isEdited ? 'policies.allow.editedArgumentsHelp' : 'policies.allow.sameArgumentsHelp');
}

/** A menu line with what choosing it means. */
function Line({ text, help }: { text: string; help: string }): ReactNode {
  return (
    <>
      <span>{text}</span> <span className={styles.help}>{help}</span>
    </>
  );
}

/** A menu line that allows a tool for good, and how long that is. */
export function AlwaysAllow(): ReactNode {
  return <Line text={t('policies.decision.always')} help={t('policies.allow.alwaysHelp')} />;
}
