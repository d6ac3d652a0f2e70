import { Autocomplete, Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { WebtoolPreview } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { CodeView } from '../../components/CodeView/CodeView';
import { DifferenceSummary } from '../../components/DifferenceSummary';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Icon } from '../../components/Icon';
import { Quote } from '../../components/Quote';
import { Sheet } from '../../components/Sheet';
import { VisibleText } from '../../components/VisibleText';
import { count } from '../../lib/format';
import { languageOf } from '../../lib/json';
import { notify } from '../../lib/notify';
import './webtools.css';

interface WebtoolFoundProps {
  preview: WebtoolPreview;
  /** The person's name for it, if they gave one. */
  label: string;
  /** Sent as `Authorization: Bearer`. */
  token: string | null;
  onBack: () => void;
  onClose: () => void;
}

/** What it gets to know of the person’s secrets, in words. */
function credentialsText(asked: readonly string[], token: string | null): string {
  const wants =
    asked.length === 0
      ? 'It asks for none.'
      : `It asks for ${asked.join(', ')}. You give them on its page; they stay in the keyring.`;
  return token === null ? wants : `${wants} Your token is sent with every request.`;
}

/** What a webtool is, before it is added: name, version, actions, where calls go, and the exact text. */
export function WebtoolFound({
  preview,
  label: given,
  token,
  onBack,
  onClose,
}: WebtoolFoundProps): ReactNode {
  const { document, bases } = preview;
  const navigate = useNavigate();
  // What only repeats the host is no name the person gave.
  const [label, setLabel] = useState(preview.url?.includes(`//${given}`) === true ? '' : given);
  const [base, setBase] = useState(bases[0] ?? '');
  const add = useOperation('webtool.add', {
    onSuccess: (added) => {
      notify(`“${added.label}” added and pinned to ${added.version}`);
      onClose();
      return navigate({ to: '/servers', search: { server: added.id } });
    },
  });
  const fault = (field: string) => add.error?.fields.find((one) => one.field === field)?.message;
  const isApi = document.kind === 'openapi';
  return (
    <Sheet
      title={isApi ? 'Add an API as webtool' : 'Add a webtool'}
      onClose={onClose}
      footer={
        <>
          <Button size="md" variant="subtle" onClick={onBack}>
            Back
          </Button>
          <span className="grow fs12 t2">Nothing has been run. Exactly this document is pinned.</span>
          <Button
            size="md"
            variant="filled"
            loading={add.isPending}
            onClick={() =>
              add.mutate({
                label: label.trim(),
                sha256: preview.sha256,
                base: isApi ? base.trim() || null : null,
                token,
              })
            }
          >
            Add and pin <VisibleText text={document.version} />
          </Button>
        </>
      }
    >
      <div className="webtool-found">
        <p className="paste-says" role="status">
          <span className="ok">
            <Icon name="check" size={14} />
          </span>
          <span>
            <span className="b">
              {isApi ? 'An OpenAPI document: ' : 'A webtool: '}
              <VisibleText text={document.name} />{' '}
              <span className="mono">
                <VisibleText text={document.version} />
              </span>
            </span>{' '}
            <span className="t2">
              with {count(document.actions.length, 'action')}
              {document.wantsConfiguration && '; it is configured on its page once it is added'}
            </span>
          </span>
        </p>
        <DifferenceSummary {...preview} differences={[]} leftOut={0} />
        {document.description !== null && (
          <Quote
            server={{ label: document.name, icon: null }}
            verb="describes itself"
            block
            text={document.description}
          />
        )}
        <div className="two">
          <TextInput
            label="Your label"
            placeholder={document.name}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          {isApi ? (
            <Autocomplete
              label="Calls go to"
              classNames={{ input: 'mono' }}
              placeholder="https://api.example.com"
              data={bases}
              value={base}
              error={fault('base')}
              onChange={setBase}
            />
          ) : (
            <TextInput label="Calls go to" classNames={{ input: 'mono' }} value={base} readOnly />
          )}
        </div>
        <section aria-label="Actions">
          <h3 className="label">Actions</h3>
          <ul className="webtool-actions">
            {document.actions.map((action) => (
              <li key={action.name}>
                <span className="mono b">
                  <VisibleText text={action.name} />
                </span>
                {action.request !== null && (
                  <span className="mono t3 cut">
                    <VisibleText text={action.request} />
                  </span>
                )}
                {action.description !== null && (
                  <span className="t2 wrap">
                    <VisibleText text={action.description} />
                  </span>
                )}
              </li>
            ))}
          </ul>
          {document.leftOut.length > 0 && (
            <details className="raw">
              <summary>
                {count(document.leftOut.length, 'operation')} left out, because Usher cannot run them
              </summary>
              <ul className="webtool-actions">
                {document.leftOut.map((left) => (
                  <li key={left.request}>
                    <span className="mono">
                      <VisibleText text={left.request} />
                    </span>
                    <span className="t2">{left.reason}</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </section>
        <dl className="kv">
          <dt>Credentials</dt>
          <dd className="wrap">
            <VisibleText text={credentialsText(document.credentials, token)} />
          </dd>
          <dt>Came from</dt>
          <dd className="mono wrap">{preview.finalUrl ?? 'pasted text'}</dd>
          <dt>SHA-256</dt>
          <dd className="mono cut" title={preview.sha256}>
            {preview.sha256}
          </dd>
        </dl>
        <details className="raw">
          <summary>The exact text that is pinned</summary>
          <div className="webtool-text">
            <CodeView text={preview.text} label="The exact text" language={languageOf(preview.text)} />
          </div>
        </details>
        {add.isError && <ErrorNotice error={add.error} />}
      </div>
    </Sheet>
  );
}
