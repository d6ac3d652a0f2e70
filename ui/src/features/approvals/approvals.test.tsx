import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer, Approval } from '../../api/generated/contract';
import { FORM_APPROVAL } from '../../host/fake';
import type { FakeHost } from '../../host/fake';
import { appears, pass, stopClock } from '../../test/clock';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { coreMessage } from '../../words/message';

function open(host: FakeHost, approval: Approval): void {
  host.world.approvals.push(approval);
  act(() => host.emit({ kind: 'approvalOpened', approval }));
}

const answers = (host: FakeHost): Answer[] =>
  host.calls.flatMap(({ name, params }) =>
    name === 'approval.answer' ? [(params as { answer: Answer }).answer] : [],
  );

/** The screen with a question that has been in view long enough to be answered. */
async function opened(approval: Approval = FORM_APPROVAL) {
  const rendered = renderApp('/approvals');
  await screen.findByText(t('approvals.empty.title'));
  open(rendered.host, approval);
  const article = await screen.findByRole('article', {
    name: t('approvals.request.label', { server: approval.serverLabel }),
  });
  await armed();
  return { ...rendered, article };
}

const heading = (server: string): string => t.markup('approvals.heading.form', { server: () => server });

const armed = () =>
  waitFor(() =>
    expect(screen.getByRole('button', { name: t('common.accept') }).getAttribute('aria-disabled')).toBe(
      'false',
    ),
  );

describe('a question', () => {
  it('says who asks, from where, and because of what', async () => {
    const { article } = await opened();
    expect(within(article).getByRole('heading', { name: heading('Demo server') })).toBeDefined();
    expect(article.textContent).toContain(t('shared.builtIn'));
    expect(article.textContent).toContain(
      t.markup('approvals.request.reportedName', { name: () => 'Usher demo server' }),
    );
    expect(article.textContent).toContain(`${t('approvals.request.causedBy')}ask_form`);
    expect(article.textContent).toContain(`Demo server ${t('approvals.form.wrote')}`);
    expect(within(article).queryAllByRole('link'), 'nothing a server wrote can be clicked').toEqual([]);
    await expectAccessible();
  });

  it('shows the fields in the order of the server, with its defaults', async () => {
    const { article } = await opened();
    const sent = within(article).getByRole('complementary', { name: t('approvals.sent.values') });
    const names = [...sent.querySelectorAll('.kv.num dt')].map((term) => term.textContent);
    expect(names).toEqual(['name', 'email', 'day', 'count', 'express', 'size']);
    expect(sent.textContent).toContain('count1');
    expect(sent.textContent).toContain(`name${t('common.required')}`);
  });

  it('ignores its buttons at first', async () => {
    const { host } = renderApp('/approvals');
    await screen.findByText(t('approvals.empty.title'));
    stopClock();
    open(host, FORM_APPROVAL);
    const decline = await appears(() => screen.queryByRole('button', { name: t('common.decline') }));
    fireEvent.click(decline);
    await pass(499);
    fireEvent.click(decline);
    expect(answers(host), 'a click meant for something else answers nothing').toEqual([]);
    await pass(1);
    fireEvent.click(decline);
    await pass(0);
    expect(answers(host)).toEqual([{ kind: 'decline' }]);
  });

  it('is declined and cancelled in different words', async () => {
    const { host, user } = await opened();
    await user.click(screen.getByRole('button', { name: t('common.cancel') }));
    await waitFor(() => expect(answers(host)).toEqual([{ kind: 'cancel' }]));
    expect(
      await screen.findByRole('option', { name: 'Demo server: Form · Cancelled, from ask_form' }),
    ).toBeDefined();
  });

  it('is accepted only with values that fit, and never by Enter', async () => {
    const { host, user, article } = await opened();
    await user.click(screen.getByRole('button', { name: t('common.accept') }));
    expect(answers(host)).toEqual([]);
    expect(document.activeElement, 'the first field at fault has the focus').toBe(
      within(article).getByRole('textbox', { name: 'Name' }),
    );
    await user.type(within(article).getByRole('textbox', { name: 'Name' }), 'Ada{Enter}');
    await user.type(within(article).getByRole('textbox', { name: 'E-mail' }), 'ada@example.com{Enter}');
    expect(answers(host), 'Enter in a field accepts nothing').toEqual([]);
    await user.click(screen.getByRole('button', { name: t('common.accept') }));
    await waitFor(() =>
      expect(answers(host)).toEqual([
        { kind: 'accept', content: { name: 'Ada', email: 'ada@example.com', count: 1, express: false } },
      ]),
    );
    expect(
      await screen.findByRole('option', { name: 'Demo server: Form · Accepted, from ask_form' }),
    ).toBeDefined();
  });

  it('shows what the core refuses at its field', async () => {
    const { host, user, article } = await opened();
    host.on('approval.answer', () => {
      throw {
        code: 'invalid',
        message: coreMessage('verbatim', { text: 'One value does not fit.' }),
        detail: {
          fields: [{ field: 'email', message: coreMessage('verbatim', { text: 'has no mailbox' }) }],
        },
      };
    });
    await user.type(within(article).getByRole('textbox', { name: 'Name' }), 'Ada');
    await user.type(within(article).getByRole('textbox', { name: 'E-mail' }), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: t('common.accept') }));
    expect(await within(article).findByText(/has no mailbox/)).toBeDefined();
    expect(within(article).getByRole('textbox', { name: 'E-mail' }).getAttribute('aria-invalid')).toBe(
      'true',
    );
  });

  it('shows all arguments of the call behind it at a press, by mouse or key', async () => {
    const text = 'a very long text '.repeat(40).trim();
    const cause = { ...FORM_APPROVAL.cause, arguments: { text, count: 3 } } as Approval['cause'];
    const { user, article } = await opened({ ...FORM_APPROVAL, cause });
    const line = within(article).getByRole('button', { name: /^text: "a very long/u });
    expect(line.getAttribute('aria-expanded')).toBe('false');
    line.focus();
    await user.keyboard('{Enter}');
    expect(line.getAttribute('aria-expanded')).toBe('true');
    const all = document.getElementById(line.getAttribute('aria-controls') ?? '');
    expect([...(all?.querySelectorAll('dd') ?? [])].map((part) => part.textContent)).toEqual([text, '3']);
    await expectAccessible();
    await user.click(line);
    expect(all?.textContent).toBe('');
  });

  it('shows the schema as it came where that is more than a form, and folds it', async () => {
    const schema = { type: 'object', properties: { place: { type: 'object', properties: {} } } };
    const { user, article } = await opened({
      ...FORM_APPROVAL,
      request: { ...FORM_APPROVAL.request, schema },
    });
    const part = within(article).getByRole('region', { name: t('approvals.form.schema') });
    expect(within(part).queryByRole('tree')).toBeNull();
    await user.click(within(part).getByRole('button', { name: t('approvals.form.schema') }));
    expect(within(part).getByRole('tree', { name: t('approvals.form.schema') }).textContent).toContain(
      'place',
    );
    await expectAccessible();
  });

  it('says so where what came is no schema, and shows that', async () => {
    const request = { ...FORM_APPROVAL.request, schema: ['name', 'email'] };
    const { host, user, article } = await opened({ ...FORM_APPROVAL, request });
    const part = within(article).getByRole('region', { name: t('approvals.form.schema') });
    expect(part.textContent).toContain(t.markup('approvals.form.noSchema', { server: () => 'Demo server' }));
    expect(within(part).getByRole('tree').textContent).toContain('"email"');
    fireEvent.change(
      within(article).getByRole('textbox', {
        name: new RegExp(t('approvals.form.label', { server: 'Demo server' }), 'u'),
      }),
      {
        target: { value: '{"name": "Ada"}' },
      },
    );
    await user.click(screen.getByRole('button', { name: t('common.accept') }));
    await waitFor(() => expect(answers(host)).toEqual([{ kind: 'accept', content: { name: 'Ada' } }]));
  });

  it('warns of fields that ask for a secret', async () => {
    const request = { ...FORM_APPROVAL, request: { ...FORM_APPROVAL.request, looksSecret: ['name'] } };
    const { article } = await opened(request);
    expect(article.textContent).toContain(t.markup('approvals.form.secret', { server: () => 'Demo server' }));
  });
});
