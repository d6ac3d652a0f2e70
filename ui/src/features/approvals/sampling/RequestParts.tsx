import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ThemedIcon } from '../../../api/generated/contract';
import { Quote } from '../../../components/Quote';
import type { JsonObject } from '../../../lib/json';
import type { ApprovalOf } from '../kinds';
import { EditedText } from './EditedText';
import { SampleMessages } from './SampleMessages';
import { SampleTools } from './SampleTools';
import { text, withMember } from './sampleParams';

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
      <section aria-label="System prompt">
        <h3 className="approval-head">System prompt</h3>
        {system === '' && original['systemPrompt'] === undefined ? (
          <p className="fs12 t3">
            None.{' '}
            <Button size="compact-xs" variant="subtle" onClick={() => setSystem('Answer briefly.')}>
              Write one
            </Button>
          </p>
        ) : (
          <Quote server={{ label: approval.serverLabel, icon }} block>
            <EditedText
              label="System prompt"
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
