import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CallId } from '../../api/generated/contract';
import { FORM_APPROVAL, someRecords } from '../../host/fake';
import { renderApp } from '../../test/render';
import { t } from '../../words/translate';

it.each([
  [
    'a call',
    FORM_APPROVAL.cause,
    `${t('approvals.request.causedBy')}ask_form`,
    t.markup('approvals.cause.call', { tool: () => 'ask_form' }),
  ],
  [
    // Reading a resource or getting a prompt causes questions too, and with several calls nobody knows which it was.
    'no known call',
    null,
    t('common.noCall'),
    t('approvals.cause.none'),
  ],
])('a question with %s behind it claims nothing else', async (_what, cause, header, row) => {
  renderApp('/approvals', { change: (world) => world.approvals.push({ ...FORM_APPROVAL, cause }) });
  const article = await screen.findByRole('article', {
    name: t('approvals.request.label', { server: 'Demo server' }),
  });
  expect(article.querySelector('.host-cause')?.textContent).toBe(header);
  const option = screen.getByRole('option', {
    name: t('approvals.row.label', {
      server: 'Demo server',
      kind: t('approvals.kind.form'),
      cause: row,
    }),
  });
  expect(option.querySelector('.approval-words')?.lastElementChild?.textContent).toBe(row);
});

const CALLS = ['first', 'second'].map((text, index) => ({
  callId: `p${index}` as CallId,
  tool: `ask_${text}`,
  arguments: { text },
}));

it('a question that names no call lists those that were open when it came', async () => {
  const approval = { ...FORM_APPROVAL, cause: null, possibleCauses: CALLS };
  const { user } = renderApp('/approvals', { change: (world) => world.approvals.push(approval) });
  const article = await screen.findByRole('article', {
    name: t('approvals.request.label', { server: 'Demo server' }),
  });
  const calls = within(article).getByRole('list', { name: t('records.part.possibleCauses') });
  expect([...calls.children].map((call) => call.textContent)).toEqual([
    `${t('approvals.request.perhapsCausedBy')}ask_firsttext: "first"`,
    `${t('approvals.request.perhapsCausedBy')}ask_secondtext: "second"`,
  ]);
  expect(article.textContent).toContain(t('approvals.request.possibleCauses'));
  expect(article.textContent).toContain(t('approvals.request.timeoutPaused'));
  screen.getByRole('option', {
    name: t('approvals.row.label', {
      server: 'Demo server',
      kind: t('approvals.kind.form'),
      cause: t('approvals.cause.perhaps', { tools: 'ask_first and ask_second' }),
    }),
  });
  await user.click(within(calls).getAllByRole('button', { expanded: false })[1]!);
  expect(calls.lastElementChild?.textContent).toContain('second');
});

it('so does its record', async () => {
  renderApp('/approvals?view=answered&item=rec3', {
    change: (world) =>
      (world.approvalRecords = someRecords().map((record) => ({ ...record, possibleCauses: CALLS }))),
  });
  const part = await screen.findByRole('region', { name: t('records.part.possibleCauses') });
  expect(part.textContent).toContain('ask_second');
});

it.each([
  ['a call', 'rec2', `triage_issue${t('common.open')}`],
  ['no known call', 'rec3', t('common.noCall')],
])('a record with %s behind it claims nothing else', async (_what, item, words) => {
  renderApp(`/approvals?view=answered&item=${item}`, {
    change: (world) => (world.approvalRecords = someRecords()),
  });
  expect((await screen.findByText(t('records.causedBy'))).nextElementSibling?.textContent).toBe(words);
});

it('a question shows its number, which messages to clients name', async () => {
  renderApp('/approvals', { change: (world) => world.approvals.push({ ...FORM_APPROVAL, number: 41 }) });
  const article = await screen.findByRole('article', {
    name: t('approvals.request.label', { server: 'Demo server' }),
  });
  expect(within(article).queryByText('A-41'), 'the number').not.toBeNull();
});
