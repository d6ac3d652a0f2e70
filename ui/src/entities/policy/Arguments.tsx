import type { ReactNode } from 'react';
import type { JsonValue } from '../../api/generated/contract';
import { isObject } from '../../lib/json';
import { t } from '../../words/translate';
import { VisibleText } from '../../kit/VisibleText';
import './policy.css';

/** Exactly what a call would send: every argument, whole. */
export function Arguments({ value }: { value: JsonValue }): ReactNode {
  const members = isObject(value) ? Object.entries(value) : [];
  if (members.length === 0) return <p className="t3 fs12">{t('policies.noArguments')}</p>;
  return (
    <dl className="kv call-arguments">
      {members.map(([name, part]) => (
        <div key={name} className="call-argument">
          <dt>
            <VisibleText text={name} />
          </dt>
          <dd className="mono wrap">
            <VisibleText text={typeof part === 'string' ? part : JSON.stringify(part, null, 2)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
