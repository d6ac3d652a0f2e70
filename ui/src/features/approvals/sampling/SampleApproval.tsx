import type { ReactNode } from 'react';
import type { SamplingStage, ThemedIcon } from '../../../api/generated/contract';
import type { ApprovalOf } from '../kinds';
import { SampleAnswer } from './SampleAnswer';
import { SampleRequest } from './SampleRequest';
import { useSampleDraft } from './sampleDrafts';
import type { SampleDraft } from './sampleDrafts';
import './sampling.css';

interface SampleApprovalProps {
  ask: ApprovalOf<'sample'>;
  icon: ThemedIcon | null;
}

/** A request to a model, in two steps: what is asked, and what is answered. Each can be changed before it goes. */
export function SampleApproval({ ask, icon }: SampleApprovalProps): ReactNode {
  const { stage, params } = ask.question;
  const [draft, change] = useSampleDraft(ask.id, params);
  const step = stepOf(draft.step, stage);
  // The answers of another step are other buttons: each is dead for its first moment.
  return step === 'request' ? (
    <SampleRequest key="request" ask={ask} icon={icon} draft={draft} change={change} />
  ) : (
    <SampleAnswer
      key={`${step} ${stage.kind}`}
      ask={ask}
      by={step === 'hand' ? 'person' : 'model'}
      draft={draft}
      change={change}
    />
  );
}

function stepOf(wanted: SampleDraft['step'], stage: SamplingStage): 'request' | 'answer' | 'hand' {
  if (wanted !== 'follow') return wanted;
  return stage.kind === 'writing' || stage.kind === 'written' ? 'answer' : 'request';
}
