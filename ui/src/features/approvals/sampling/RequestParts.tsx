import { Button } from '../../../kit/controls';
import type { ReactNode } from 'react';
import type { ThemedIcon } from '../../../api/generated/contract';
import { Quote } from '../../../entities/message/Quote';
import type { JsonObject } from '../../../lib/json';
import { t } from '../../../words/translate';
import type { ApprovalOf } from '../kinds';
import { EditedText } from './EditedText';
import { SampleMessages } from './SampleMessages';
import { SampleTools } from './SampleTools';
import { text, withMember } from './sampleParams';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import styles from '../approvals.module.css';

interface RequestPartsProps {
  approval: ApprovalOf<'sample'>;
  icon: ThemedIcon | null;
  original: JsonObject;
  params: JsonObject;
  onChange: (params: JsonObject) => void;
}

/** Everything a model would read: the system prompt, the messages, the tools. */
export function RequestParts({ approval, icon, original, params, onChange }: RequestPartsProps): ReactNode {
  const system = text(params['systemPrompt']);
  const setSystem = (next: string): void => onChange(withMember(params, 'systemPrompt', next));
  return (
    <>
      <section aria-label={t('sampling.request.system')}>
        <h3 className={styles['approval-head']}>{t('sampling.request.system')}</h3>
        {system === '' && original['systemPrompt'] === undefined ? (
          <p className={cx(layout.fs12, layout.t3)}>
            {t('common.none')}{' '}
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => setSystem(t('sampling.request.newSystem'))}
            >
              {t('sampling.request.addSystem')}
            </Button>
          </p>
        ) : (
          <Quote server={{ label: approval.serverLabel, icon }} block>
            <EditedText
              label={t('sampling.request.system')}
              original={text(original['systemPrompt'])}
              text={system}
              onChange={setSystem}
            />
          </Quote>
        )}
      </section>
      <SampleMessages approval={approval} params={params} onChange={onChange} />
      <SampleTools label={approval.serverLabel} original={original} params={params} onChange={onChange} />
    </>
  );
}
