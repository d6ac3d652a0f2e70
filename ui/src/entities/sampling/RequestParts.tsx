import { Button } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { SampledMessage, ServerSnapshot, SourceId } from '../../api/generated/contract';
import { Quote } from '../message/Quote';
import { text, type JsonObject } from '../../lib/json';
import { t } from '../../words/translate';
import { EditedText } from './EditedText';
import { SampleMessages } from './SampleMessages';
import { SampleTools } from './SampleTools';
import { withMember } from './sampleParams';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from '../approval/approval.module.css';

interface RequestPartsProps {
  server: Pick<ServerSnapshot, 'label' | 'icon'> & { id: SourceId };
  /** As it came. */
  original: JsonObject;
  params: JsonObject;
  /** The messages that came, as the core has looked at them. */
  looked: readonly SampledMessage[];
  /** Hears what it was changed to; without it the request is only read. */
  onChange?: ((params: JsonObject) => void) | undefined;
}

/** Everything a model would read: the system prompt, the messages, the tools. */
export function RequestParts({ server, original, params, looked, onChange }: RequestPartsProps): ReactNode {
  const system = text(params['systemPrompt']);
  const setSystem = onChange && ((next: string) => onChange(withMember(params, 'systemPrompt', next)));
  return (
    <>
      <section aria-label={t('sampling.request.system')}>
        <h3 className={styles['approval-head']}>{t('sampling.request.system')}</h3>
        {system === '' && original['systemPrompt'] === undefined ? (
          <p className={cx(layout.fs12, layout.t3)}>
            {t('common.none')}{' '}
            {setSystem && (
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => setSystem(t('sampling.request.newSystem'))}
              >
                {t('sampling.request.addSystem')}
              </Button>
            )}
          </p>
        ) : (
          <Quote server={server} block>
            <EditedText
              label={t('sampling.request.system')}
              original={text(original['systemPrompt'])}
              text={system}
              onChange={setSystem}
            />
          </Quote>
        )}
      </section>
      <SampleMessages
        server={server}
        original={original}
        params={params}
        looked={looked}
        onChange={onChange}
      />
      <SampleTools label={server.label} original={original} params={params} onChange={onChange} />
    </>
  );
}
