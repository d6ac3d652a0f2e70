import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WebtoolSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { useWebtool, useWebtoolText } from '../../api/webtools';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Sheet } from '../../components/Sheet';
import { Skeleton } from '../../components/Skeleton';
import { VisibleText } from '../../components/VisibleText';
import { formatMoment } from '../../lib/format';
import { notify } from '../../lib/notify';
import { WebtoolText } from './WebtoolText';
import './webtools.css';

interface WebtoolAgreeProps {
  webtool: WebtoolSnapshot;
  onClose: () => void;
}

/** What a webtool is that nobody has agreed to here: it came from a file, or its row was changed from outside. */
export function WebtoolAgree({ webtool, onClose }: WebtoolAgreeProps): ReactNode {
  const detail = useWebtool(webtool.id);
  const pin = detail.data?.pins.find(({ current }) => current);
  const credentials = [
    ...(detail.data?.slots ?? []).map(({ name, kept }) => `${name} (${kept ? 'kept' : 'not given yet'})`),
    ...(detail.data?.hasToken === true ? ['a token, sent with every request'] : []),
  ];
  // What has not been shown cannot be agreed to.
  const isShown = useWebtoolText(webtool.id, pin?.id).isSuccess;
  const agree = useOperation('webtool.activateVersion', {
    onSuccess: ({ label, version }) => {
      notify(`“${label}” is now pinned to ${version}`);
      onClose();
    },
  });
  return (
    <Sheet
      title={`Review ${webtool.label}`}
      onClose={onClose}
      footer={
        <>
          <span className="grow fs12 t2">Calls go to the address above, and only this document is used.</span>
          <Button size="md" variant="subtle" onClick={onClose} data-autofocus>
            Not now
          </Button>
          <Button
            size="md"
            loading={agree.isPending}
            disabled={!isShown}
            onClick={() => pin !== undefined && agree.mutate({ webtoolId: webtool.id, pinId: pin.id })}
          >
            Use exactly this
          </Button>
        </>
      }
    >
      {detail.isPending && <Skeleton rows={5} />}
      {detail.isError && <ErrorNotice error={detail.error} onRetry={() => void detail.refetch()} />}
      {pin !== undefined && (
        <div className="webtool-found">
          <dl className="kv">
            <dt>Calls go to</dt>
            <dd className="mono wrap">
              <VisibleText text={webtool.base} />
            </dd>
            <dt>Credentials</dt>
            <dd>
              {credentials.length === 0 ? (
                'It asks for none, and none is sent.'
              ) : (
                <VisibleText text={`${credentials.join(', ')}. Their values stay in the keyring.`} />
              )}
            </dd>
            <dt>Version</dt>
            <dd className="mono">
              <VisibleText text={pin.version} />
            </dd>
            <dt>Came from</dt>
            <dd className="mono wrap">
              {pin.finalUrl === null ? 'pasted text' : <VisibleText text={pin.finalUrl} />}
            </dd>
            {webtool.url !== null && (
              <>
                <dt>New versions from</dt>
                <dd className="mono wrap">
                  <VisibleText text={webtool.url} />
                </dd>
              </>
            )}
            <dt>Fetched</dt>
            <dd className="num">{formatMoment(pin.fetchedAt)}</dd>
            <dt>SHA-256</dt>
            <dd className="mono wrap">{pin.sha256}</dd>
          </dl>
          <WebtoolText webtoolId={webtool.id} pinId={pin.id} />
        </div>
      )}
      {agree.isError && <ErrorNotice error={agree.error} />}
    </Sheet>
  );
}
