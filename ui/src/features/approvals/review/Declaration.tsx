import type { ReactNode } from 'react';
import type { JsonValue } from '../../../api/generated/contract';
import { VisibleText } from '../../../kit/VisibleText';
import { t } from '../../../words/translate';

/** A whole definition: each property with the exact text a model gets. */
export function Declaration({ value }: { value: JsonValue | null }): ReactNode {
  if (value === null) return <p className="t3 review-nothing">{t('review.noDefinition')}</p>;
  const members: [string, JsonValue | undefined][] =
    typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [['text', value]];
  return (
    <dl className="review-members">
      {members.map(([name, member]) => (
        <div key={name}>
          <dt className="mono">
            <VisibleText text={name} />
          </dt>
          <dd className={typeof member === 'string' ? undefined : 'mono'}>
            <VisibleText
              text={typeof member === 'string' ? member : JSON.stringify(member ?? null, null, 2)}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
