import { expect, test } from 'vitest';
import { CALL_APPROVAL } from '../../host/fake';
import { renderPart } from '../../test/render';
import { t } from '../../words/translate';
import { CallEffects, CallReason } from './CallReason';

const { call } = CALL_APPROVAL.request;

test.each<[what: string, destructive: boolean | null, reason: 'destructive' | 'notReadOnly']>([
  ['a server says that a tool destroys', true, 'destructive'],
  ['a server says no more than that a tool is not read-only', null, 'notReadOnly'],
])('where %s, that is what is said', (_what, destructive, reason) => {
  const asked = { ...call, annotations: { ...call.annotations, readOnly: false, destructive } };
  const { container } = renderPart(
    <>
      <CallReason call={asked} serverLabel="Files" />
      <CallEffects call={asked} />
    </>,
  );
  expect(container.textContent).toContain(t(`policies.reason.${reason}`, { server: 'Files' }));
  expect(container.textContent.includes(t('shared.claim.notReadOnly'))).toBe(reason === 'notReadOnly');
  expect(container.textContent.includes(t('shared.claim.destructive'))).toBe(reason === 'destructive');
});
