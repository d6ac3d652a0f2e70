import { Button } from '../../../kit/controls';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { Author } from '../../../api/generated/contract';
import { useOperation } from '../../../api/queries';
import { Chip } from '../../../kit/Chip';
import { ErrorNotice } from '../../../entities/message/ErrorNotice';
import { isObject } from '../../../lib/json';
import { AnswerButton } from '../../../kit/AnswerButton';
import { useFocusInFields } from '../keptFocus';
import type { Chosen } from '../keptFocus';
import type { ApprovalOf } from '../kinds';
import { useAnswering } from '../useAnswering';
import { t } from '../../../words/translate';
import { AnswerJson } from './AnswerJson';
import { AnswerParts } from './AnswerParts';
import { AnswerSide } from './AnswerSide';
import { SampleView } from './SampleView';
import { draftOf } from '../../../entities/sampling/draftAnswer';
import type { DraftAnswer } from '../../../entities/sampling/draftAnswer';
import { contentOf } from './sampleDrafts';
import type { SampleDraft } from './sampleDrafts';
import { toolsOf } from '../../../entities/sampling/sampleParams';
import { ServerName } from '../../../entities/server/ServerName';
import { cx } from '../../../lib/cx';
import { AnswerPane, Decline, Give } from '../AnswerPane';
import layout from '../../../styles/layout.module.css';

interface SampleAnswerProps {
  approval: ApprovalOf<'sample'>;
  by: Author;
  picked: Chosen | null;
  draft: SampleDraft;
  change: (part: Partial<SampleDraft>) => void;
}

/** Step two: the answer, as a model writes it or the person does. It can be changed, and goes only with Send. */
export function SampleAnswer({ approval, by, picked, draft, change }: SampleAnswerProps): ReactNode {
  const { state, params } = approval.request;
  const { send, error } = useAnswering(approval);
  const fields = useRef<HTMLDivElement>(null);
  useFocusInFields(fields, picked);
  const stop = useOperation('sampling.stop');
  const written = by === 'model' && state.kind === 'written' ? state.answer : null;
  const edited = draft.edited !== null && draft.edited.of === written ? draft.edited.answer : null;
  const writing = by === 'model' && state.kind === 'writing';
  const answer = shown();
  const { content, broken } = contentOf(answer);
  const fault = (field: string) => error?.fields.find((one) => one.field === field)?.message;
  const author = by === 'model' && 'run' in state ? state.run.model.model : 'written by a person';
  const known = new Set(['stop', 'content', ...content.map((_, index) => `content.${index}`)]);
  const elsewhere =
    error !== null && (draft.view === 'json' || !error.fields.some(({ field }) => known.has(field)));

  function shown(): DraftAnswer {
    if (by === 'person') return draft.hand;
    if (state.kind === 'writing') return draftOf(state.soFar);
    return edited ?? (written === null ? draft.hand : draftOf(written));
  }
  const set = (next: DraftAnswer): void =>
    change(written === null ? { hand: next } : { edited: { of: written, answer: next } });
  const submit = (): void => {
    if (!writing && broken.length === 0) {
      send({ kind: 'sampled', author: by, content, stopReason: answer.stopReason });
    }
  };
  return (
    <AnswerPane
      // A model that has written moves no focus.
      fields={by === 'person' ? fields : null}
      isBusy={writing}
      side={<AnswerSide approval={approval} by={by} />}
      refusing={
        <>
          <Decline onClick={() => send({ kind: 'decline' })} />
          <AnswerButton variant="subtle" onClick={() => change({ step: 'request' })}>
            {t(by === 'model' && !writing ? 'common.runAgain' : 'sampling.action.back')}
          </AnswerButton>
        </>
      }
      giving={
        writing ? (
          <AnswerButton onClick={() => stop.mutate({ approvalId: approval.id })}>
            {t('common.stop')}
          </AnswerButton>
        ) : (
          <Give onClick={submit}>{t('sampling.action.send')}</Give>
        )
      }
      help={
        writing
          ? t('sampling.action.stopHelp')
          : t.rich('sampling.action.sendHelp', {
              server: () => <ServerName label={approval.serverLabel} />,
            })
      }
    >
      <SampleView step={2} draft={draft} change={change} />
      <div className={layout.row}>
        <h3>{t(by === 'person' ? 'sampling.response.yours' : 'sampling.response.models')}</h3>
        <span className={cx(layout.end, layout.row)}>
          {edited !== null && (
            <>
              <Chip tone="acc">{t('approvals.edited')}</Chip>
              <Button size="compact-xs" variant="subtle" onClick={() => change({ edited: null })}>
                {t('sampling.edit.original')}
              </Button>
            </>
          )}
          {writing && <Chip icon="spark">{t('sampling.response.writing')}</Chip>}
        </span>
      </div>
      {draft.view === 'parts' ? (
        <AnswerParts
          answer={answer}
          readOnly={writing}
          broken={broken}
          tools={isObject(params) ? toolsOf(params).map(({ name }) => name) : []}
          fault={fault}
          onChange={set}
        />
      ) : (
        <AnswerJson content={content} stopReason={answer.stopReason} model={author} />
      )}
      {elsewhere && <ErrorNotice error={error} />}
      {stop.error !== null && <ErrorNotice error={stop.error} />}
    </AnswerPane>
  );
}
