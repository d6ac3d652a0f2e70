import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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
    t('approvals.request.noCause'),
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

it.each([
  ['a call', 'rec2', 'triage_issueOpen'],
  ['no known call', 'rec3', 'no known call'],
])('a record with %s behind it claims nothing else', async (_what, item, words) => {
  renderApp(`/approvals?view=answered&item=${item}`, {
    change: (world) => (world.approvalRecords = someRecords()),
  });
  expect((await screen.findByText('Caused by')).nextElementSibling?.textContent).toBe(words);
});
