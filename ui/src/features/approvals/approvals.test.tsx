import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Approval, ApprovalId, ServerId } from '../../api/generated/contract';
import { FORM_APPROVAL } from '../../host/fake';
import type { FakeHost } from '../../host/fake';
import { appears, pass, stopClock } from '../../test/clock';
import { expectAccessible, renderApp } from '../../test/render';
import { forgetDraft } from './drafts';

const other: Approval = {
  ...FORM_APPROVAL,
  id: 'ask2' as ApprovalId,
  serverId: 'github' as ServerId,
  serverLabel: 'GitHub',
  origin: { kind: 'command', text: 'npx server-github' },
  callsItself: null,
  cause: null,
};

beforeEach(() => {
  for (const { id } of [FORM_APPROVAL, other]) forgetDraft(id);
});

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
  await screen.findByText('Nothing waits for you');
  open(rendered.host, approval);
  const article = await screen.findByRole('article', { name: `Question of ${approval.serverLabel}` });
  await armed();
  return { ...rendered, article };
}

const armed = () =>
  waitFor(() =>
    expect(screen.getByRole('button', { name: 'Accept' }).getAttribute('aria-disabled')).toBe('false'),
  );

describe('a question', () => {
  it('says who asks, from where, and because of what', async () => {
    const { article } = await opened();
    expect(
      within(article).getByRole('heading', { name: 'Demo server asks you to fill in a form' }),
    ).toBeDefined();
    expect(article.textContent).toContain('Built-in');
    expect(article.textContent).toContain('calls itself “Usher demo server”');
    expect(article.textContent).toContain('Caused by your callask_form');
    expect(article.textContent).toContain('Demo server wrote the message and the field names');
    expect(within(article).queryAllByRole('link'), 'nothing a server wrote can be clicked').toEqual([]);
    await expectAccessible();
  });

  it('shows the fields in the order of the server, with its defaults', async () => {
    const { article } = await opened();
    const sent = within(article).getByRole('complementary', { name: 'What will be sent' });
    const names = [...sent.querySelectorAll('.kv.num dt')].map((term) => term.textContent);
    expect(names).toEqual(['name', 'email', 'day', 'count', 'express', 'size']);
    expect(sent.textContent).toContain('count1');
    expect(sent.textContent).toContain('nameneeded');
  });

  it('takes no focus, and ignores its buttons at first', async () => {
    const { host } = renderApp('/approvals');
    await screen.findByText('Nothing waits for you');
    stopClock();
    open(host, FORM_APPROVAL);
    const decline = await appears(() => screen.queryByRole('button', { name: 'Decline' }));
    expect(document.activeElement, 'the focus stays where it was').toBe(document.body);
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
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(answers(host)).toEqual([{ kind: 'cancel' }]));
    expect(await screen.findByRole('option', { name: 'Demo server: Form · Dismissed' })).toBeDefined();
  });

  it('is accepted only with values that fit, and never by Enter', async () => {
    const { host, user, article } = await opened();
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    expect(answers(host)).toEqual([]);
    expect(document.activeElement, 'the first field at fault has the focus').toBe(
      within(article).getByRole('textbox', { name: 'Name' }),
    );
    await user.type(within(article).getByRole('textbox', { name: 'Name' }), 'Ada{Enter}');
    await user.type(within(article).getByRole('textbox', { name: 'E-mail' }), 'ada@example.com{Enter}');
    expect(answers(host), 'Enter in a field accepts nothing').toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() =>
      expect(answers(host)).toEqual([
        { kind: 'accept', content: { name: 'Ada', email: 'ada@example.com', count: 1, express: false } },
      ]),
    );
    expect(await screen.findByRole('option', { name: 'Demo server: Form · Accepted' })).toBeDefined();
  });

  it('shows what the core refuses at its field', async () => {
    const { host, user, article } = await opened();
    host.on('approval.answer', () => {
      throw {
        code: 'invalid',
        message: 'One value does not fit.',
        detail: { fields: [{ field: 'email', message: 'has no mailbox' }] },
      };
    });
    await user.type(within(article).getByRole('textbox', { name: 'Name' }), 'Ada');
    await user.type(within(article).getByRole('textbox', { name: 'E-mail' }), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Accept' }));
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
    const part = within(article).getByRole('region', { name: 'The schema as it came' });
    expect(within(part).queryByRole('tree')).toBeNull();
    await user.click(within(part).getByRole('button', { name: 'The schema as it came' }));
    expect(within(part).getByRole('tree', { name: 'Schema of the form' }).textContent).toContain('place');
    await expectAccessible();
  });

  it('says so where what came is no schema, and shows that', async () => {
    const request = { ...FORM_APPROVAL.request, schema: ['name', 'email'] };
    const { host, user, article } = await opened({ ...FORM_APPROVAL, request });
    const part = within(article).getByRole('region', { name: 'The schema as it came' });
    expect(part.textContent).toContain('there are no fields and nothing can be checked');
    expect(within(part).getByRole('tree').textContent).toContain('"email"');
    fireEvent.change(within(article).getByRole('textbox', { name: /Form of Demo server/u }), {
      target: { value: '{"name": "Ada"}' },
    });
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(answers(host)).toEqual([{ kind: 'accept', content: { name: 'Ada' } }]));
  });

  it('warns of fields that ask for a secret', async () => {
    const request = { ...FORM_APPROVAL, request: { ...FORM_APPROVAL.request, looksSecret: ['name'] } };
    const { article } = await opened(request);
    expect(within(article).getByText(/Servers must not ask for secrets in a form/)).toBeDefined();
  });
});

describe('several questions', () => {
  it('keep their drafts apart, also while the person looks elsewhere', async () => {
    const { host, user } = await opened();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
    open(host, other);
    await user.click(
      await screen.findByRole('option', { name: 'GitHub asks you to fill in a form, from no known call' }),
    );
    expect(await screen.findByRole('article', { name: 'Question of GitHub' })).toBeDefined();
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', '');
    await user.click(screen.getByRole('link', { name: /Prompts/ }));
    await user.click(await screen.findByRole('link', { name: /Approvals/ }));
    await user.click(
      await screen.findByRole('option', { name: 'Demo server asks you to fill in a form, from ask_form' }),
    );
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Ada');
  });

  it('do not take the place of one another', async () => {
    const { host } = await opened();
    open(host, other);
    expect(
      await screen.findByRole('option', { name: 'GitHub asks you to fill in a form, from no known call' }),
    ).toBeDefined();
    expect(screen.getByRole('article', { name: 'Question of Demo server' })).toBeDefined();
  });
});

it('a line above every other screen leads to the question', async () => {
  const { host, user } = renderApp('/prompts');
  await screen.findByRole('option', { name: /Greet/ });
  open(host, FORM_APPROVAL);
  open(host, other);
  const strip = await screen.findByText(/asks you to fill in a form/);
  expect(strip.textContent).toBe('Demo server asks you to fill in a form, and 1 other question waits');
  expect(screen.getByRole('link', { name: 'Approvals 2 waiting' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  expect(await screen.findByRole('article', { name: 'Question of Demo server' })).toBeDefined();
});

describe('keys', () => {
  it('go to the next question and the one before, and never from within a field', async () => {
    const { host, user } = await opened();
    open(host, other);
    await user.keyboard('j');
    await screen.findByRole('article', { name: 'Question of GitHub' });
    await user.keyboard('k');
    await screen.findByRole('article', { name: 'Question of Demo server' });
    await user.keyboard('e');
    await user.keyboard('jd');
    expect(
      screen.getByRole('article', { name: 'Question of Demo server' }),
      'what is typed into a field is text',
    ).toBeDefined();
    expect(answers(host)).toEqual([]);
  });

  it('decline only a question that takes answers already', async () => {
    const { host, user } = renderApp('/approvals');
    await screen.findByText('Nothing waits for you');
    open(host, FORM_APPROVAL);
    await screen.findByRole('article', { name: 'Question of Demo server' });
    await user.keyboard('d');
    expect(answers(host), 'a key pressed for something else').toEqual([]);
    await armed();
    await user.keyboard('d');
    await waitFor(() => expect(answers(host)).toEqual([{ kind: 'decline' }]));
  });
});
