import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { JsonValue, ThemedIcon } from '../../api/generated/contract';
import { ContentBlocks } from '../../components/Content/ContentBlocks';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Quote } from '../../components/Quote';
import { VisibleText } from '../../components/VisibleText';
import { AnswerButton } from './AnswerButton';
import { useTextDraft } from './drafts';
import type { AskOf } from './kinds';
import { limitsOf, offeredTools } from './sampling';
import { useAnswering } from './useAnswering';

interface SampleAskProps {
  ask: AskOf<'sample'>;
  icon: ThemedIcon | null;
}

/** What a server wants a model to answer, all of it, and the room to answer it by hand. */
export function SampleAsk({ ask, icon }: SampleAskProps): ReactNode {
  const { systemPrompt, messages, params } = ask.question;
  const [text, setText] = useTextDraft(ask.id);
  const { armed, send, error } = useAnswering(ask);
  const fault = error?.fields.find(({ field }) => field === 'text')?.message;
  const server = { label: ask.serverLabel, icon };
  return (
    <>
      <div className="ask-cols">
        <div className="ask-fields scrolls">
          {systemPrompt !== null && (
            <section aria-label="System prompt">
              <h3 className="ask-head">System prompt</h3>
              <Quote server={server} block text={systemPrompt} />
            </section>
          )}
          <section aria-label="Messages">
            <h3 className="ask-head">
              Messages <span className="t3 fs12 num">{messages.length}</span>
            </h3>
            <Quote block>
              <ol className="ask-messages">
                {messages.map(({ role, content }, index) => (
                  // Messages have no identity but their place.
                  // oxlint-disable-next-line react/no-array-index-key
                  <li key={index}>
                    <span className="t3 fs12">
                      <VisibleText text={role} />
                    </span>
                    <ContentBlocks blocks={content} serverId={ask.serverId} serverLabel={ask.serverLabel} />
                  </li>
                ))}
              </ol>
            </Quote>
          </section>
          <Tools params={params} label={ask.serverLabel} />
          <Textarea
            label="Answer by hand"
            description={`${ask.serverLabel} gets this text as the model's message. No model is used.`}
            autosize
            minRows={3}
            maxRows={12}
            value={text}
            error={fault}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {error !== null && fault === undefined && <ErrorNotice error={error} />}
        </div>
        <Limits params={params} />
      </div>
      <footer className="host-foot">
        <AnswerButton armed={armed} color="danger" shortcut="D" onClick={() => send({ kind: 'decline' })}>
          Decline
        </AnswerButton>
        <span className="host-why grow">{ask.serverLabel} sees nothing until you send the answer.</span>
        <AnswerButton
          armed={armed}
          variant="filled"
          shortcut="mod+Enter"
          onClick={() => send({ kind: 'write', text })}
        >
          Send
        </AnswerButton>
      </footer>
    </>
  );
}

function Tools({ params, label }: { params: JsonValue; label: string }): ReactNode {
  const { tools, choice } = offeredTools(params);
  if (tools.length === 0) return null;
  return (
    <section aria-label="Tools offered to the model">
      <h3 className="ask-head">
        Tools offered to the model{' '}
        <span className="t3 fs12">
          <span className="num">{tools.length}</span>, run by {label}
          {choice !== null && (
            <>
              , choice: <VisibleText text={choice} />
            </>
          )}
        </span>
      </h3>
      <Quote>
        <dl className="ask-tools">
          {tools.map(({ name, description }) => (
            <div key={name}>
              <dt className="mono">
                <VisibleText text={name} />
              </dt>
              <dd className="t2">
                <VisibleText text={description} />
              </dd>
            </div>
          ))}
        </dl>
      </Quote>
    </section>
  );
}

function Limits({ params }: { params: JsonValue }): ReactNode {
  return (
    <aside className="ask-side" aria-label="What the server wishes">
      <h3>What the server wishes</h3>
      <dl className="kv num">
        {limitsOf(params).map(({ name, value }) => (
          <div key={name} className="ask-effect">
            <dt>{name}</dt>
            <dd className="wrap">
              <VisibleText text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="fs12 t3">Usher has no model of its own yet: you can answer by hand.</p>
    </aside>
  );
}
