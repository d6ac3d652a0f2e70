import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SamplingState, ThemedIcon } from '../../../api/generated/contract';
import type { Chosen } from '../keptFocus';
import type { ApprovalOf } from '../kinds';
import { SampleAnswer } from './SampleAnswer';
import { SampleRequest } from './SampleRequest';
import { useSampleDraft } from './sampleDrafts';
import type { SampleDraft } from './sampleDrafts';

interface SampleApprovalProps {
  approval: ApprovalOf<'sample'>;
  icon: ThemedIcon | null;
  picked: Chosen | null;
}

/** A request to a model, in two steps: what is asked, and what is answered. Each can be changed before it goes. */
export function SampleApproval({ approval, icon, picked }: SampleApprovalProps): ReactNode {
  const { state, params } = approval.request;
  const [draft, change] = useSampleDraft(approval.id, params);
  // Who wants to write means to type at once.
  const [writing, setWriting] = useState<Chosen | null>(null);
  const step = stepOf(draft.step, state);
  // The answers of another step are other buttons: each is dead for its first moment.
  return step === 'request' ? (
    <SampleRequest
      key="request"
      approval={approval}
      icon={icon}
      draft={draft}
      change={change}
      onWrite={() => {
        setWriting({ id: approval.id });
        change({ step: 'hand' });
      }}
    />
  ) : (
    <SampleAnswer
      // What a model does meanwhile takes nothing from what is written by hand.
      key={step === 'hand' ? step : `${step} ${state.kind}`}
      approval={approval}
      by={step === 'hand' ? 'person' : 'model'}
      picked={writing ?? picked}
      draft={draft}
      change={change}
    />
  );
}

function stepOf(wanted: SampleDraft['step'], state: SamplingState): 'request' | 'answer' | 'hand' {
  if (wanted !== 'follow') return wanted;
  return state.kind === 'writing' || state.kind === 'written' ? 'answer' : 'request';
}
