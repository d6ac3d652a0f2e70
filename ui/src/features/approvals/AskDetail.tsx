import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { keepAnswer } from '../../api/asks';
import { toApiError } from '../../api/client';
import type { Answer, Ask, ThemedIcon } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Quote } from '../../components/Quote';
import { AskForm } from './AskForm';
import type { AskFormHandle } from './AskForm';
import { AskHeader } from './AskHeader';
import { forgetDraft, useDraft } from './drafts';
import { SentValues } from './SentValues';
import { useArmed } from './useArmed';
import './approvals.css';

interface AskDetailProps {
  ask: Ask;
  icon: ThemedIcon | null;
}

/** One question, in the host's own chrome: who asks and why, the form, and three answers that each say what they do. */
export function AskDetail({ ask, icon }: AskDetailProps): ReactNode {
  const armed = useArmed();
  const [draft, setDraft] = useDraft(ask);
  const form = useRef<AskFormHandle>(null);
  const sending = useOperation('ask.answer');

  const send = (answer: Answer): void => {
    if (!armed || sending.isPending) return;
    // Remembered first: the question may be over before this promise says so.
    keepAnswer(ask.id, answer.kind);
    // Not with the callbacks of `mutate`: an answered question leaves the screen before they would run.
    sending.mutateAsync({ askId: ask.id, answer }).then(
      () => forgetDraft(ask.id),
      (error: unknown) => {
        keepAnswer(ask.id, null);
        form.current?.showFaults(toApiError(error).fields);
      },
    );
  };
  const accept = (): void => {
    if (armed && form.current?.check() === 'fits') send({ kind: 'accept', content: draft.value });
  };

  return (
    <article className="ask-detail" aria-label={`Question of ${ask.serverLabel}`}>
      <AskHeader ask={ask} icon={icon} clock="waits" />
      <div className="ask-cols">
        <div className="ask-fields scrolls">
          <Quote
            server={{ label: ask.serverLabel, icon }}
            verb="wrote the message and the field names"
            block
            text={ask.question.message}
          />
          <AskForm ref={form} ask={ask} draft={draft} onChange={setDraft} />
          {sending.isError && sending.error.fields.length === 0 && <ErrorNotice error={sending.error} />}
        </div>
        <SentValues ask={ask} draft={draft.value} />
      </div>
      <footer className="host-foot">
        <AnswerButton armed={armed} color="danger" onClick={() => send({ kind: 'decline' })}>
          Decline
        </AnswerButton>
        <AnswerButton armed={armed} variant="subtle" onClick={() => send({ kind: 'cancel' })}>
          Cancel
        </AnswerButton>
        <span className="host-why grow">{ask.serverLabel} sees nothing until you accept.</span>
        <AnswerButton armed={armed} variant="filled" onClick={accept}>
          Accept
        </AnswerButton>
      </footer>
    </article>
  );
}

interface AnswerButtonProps {
  armed: boolean;
  variant?: 'filled' | 'subtle' | 'default';
  color?: string;
  onClick: () => void;
  children: string;
}

/** An answer. Until the question has been in view for a moment the button is there but does nothing. */
function AnswerButton({
  armed,
  variant = 'default',
  color,
  onClick,
  children,
}: AnswerButtonProps): ReactNode {
  return (
    <Button
      size="md"
      variant={variant}
      {...(color === undefined ? {} : { color })}
      aria-disabled={!armed}
      onClick={() => armed && onClick()}
    >
      {children}
    </Button>
  );
}
