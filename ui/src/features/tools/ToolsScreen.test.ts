import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { CallOutcome, Operations, ServerId, ToolDetail } from '../../api/generated/contract';
import { createFakeHost, type FakeHost } from '../../host/fake';
import { ended, toolPage } from '../../test/calls';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { coreMessage } from '../../words/message';

const sentTo = (host: FakeHost) =>
  host.calls
    .filter(({ name }) => name === 'tool.call')
    .map(({ params }) => params as Operations['tool.call'][0]);

describe('the list', () => {
  test('shows the tools of all servers under their labels, with what servers claim about them', async () => {
    renderApp('/tools');
    const list = await screen.findByRole('listbox', { name: t('common.tools') });
    const groups = within(list)
      .getAllByRole('group')
      .map((group) => group.getAttribute('aria-label'));
    expect(groups).toEqual(['Demo server', 'GitHub', 'Filesystem', 'Team calendar', 'Team notes']);
    const row = within(list).getByRole('option', { name: 'Merge pull request merge_pull_request' });
    expect(within(row).getByRole('img', { name: 'Destructive', hidden: true })).toBeTruthy();
    const note = document.getElementById(row.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent, 'the marks are told to a screen reader too').toContain('Destructive, ');
    await expectAccessible();
  });

  test('finds by description, and suggests a name for a slip of the finger', async () => {
    const { user } = renderApp('/tools');
    const search = await screen.findByRole('searchbox', { name: t('tools.list.search') });
    await screen.findByRole('option', { name: 'Echo echo' });
    await user.type(search, 'what you say');
    expect(screen.getAllByRole('option').map((row) => row.getAttribute('aria-label'))).toEqual(['Echo echo']);
    await user.clear(search);
    await user.type(search, 'wether');
    expect(screen.getByText(t('shared.catalog.noMatch', { query: 'wether' }))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Weather' }));
    expect(screen.getAllByRole('option').map((row) => row.getAttribute('aria-label'))).toEqual([
      'Weather weather',
    ]);
  });

  test('names lists that failed and entries that are broken, and leads out', async () => {
    const { host, user } = renderApp('/tools');
    host.on('tool.list', () => [
      {
        serverId: 'demo' as ServerId,
        state: { kind: 'ready', fetchedAt: 0, freshUntil: null },
        items: host.world.tools.slice(0, 1).map(({ head }) => head),
        broken: [{ name: 'odd_one', problem: coreMessage('verbatim', { text: 'its name is a number' }) }],
      },
      {
        serverId: 'github' as ServerId,
        state: { kind: 'failed', message: coreMessage('verbatim', { text: 'tools/list: no reply in 30 s' }) },
        items: [],
        broken: [],
      },
    ]);
    host.emit({ kind: 'catalogChanged', serverId: 'demo' as ServerId, list: 'tools' });
    await screen.findByText(t('tools.list.failed', { server: 'GitHub' }));
    await user.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(host.calls.at(-1), 'the list is read anew').toEqual({
      name: 'catalog.refresh',
      params: { serverId: 'github' },
    });
    expect(screen.getByText(t('tools.list.usable', { usable: 1, count: 2, invalid: 1 }))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('tools.list.details') }));
    expect((await screen.findByRole('dialog')).textContent).toContain('its name is a number');
  });
});

describe('running a tool', () => {
  test('goes by keyboard alone: choose, fill in, Ctrl+Enter, read', async () => {
    const { host, user } = renderApp('/tools');
    await screen.findByRole('option', { name: 'Echo echo' });
    await user.keyboard('/echo{ArrowDown}');
    const message = await screen.findByRole('textbox', { name: 'Message' });
    await user.clear(message);
    await user.type(message, 'Hi there{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Completed')).toBeTruthy();
    expect(screen.getByText('Hi there', { selector: '.block-text' })).toBeTruthy();
    expect(sentTo(host).map(({ name, arguments: args, check }) => ({ name, args, check }))).toEqual([
      { name: 'echo', args: { message: 'Hi there' }, check: 'refuse' },
    ]);
    await expectAccessible();
  });

  test('shows progress, survives going elsewhere, and is cancelled by Escape', async () => {
    const { host, user } = renderApp(toolPage('long_task'));
    host.on('tool.call', ({ callId }) => {
      host.emit({ kind: 'callProgress', progress: { callId, progress: 1, total: 5, message: 'Step 1' } });
      return new Promise((resolve) => {
        host.on('tool.cancel', () => {
          resolve(ended({ kind: 'cancelled' }));
          return null;
        });
      });
    });
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${t('common.run')}`) }));
    await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('20'));
    expect(
      screen.getByText(`Step 1 · ${t('tools.running.amount', { progress: '1', total: '5' })}`),
    ).toBeTruthy();
    await expectAccessible();
    await user.click(screen.getByRole('option', { name: 'Echo echo' }));
    await screen.findByRole('textbox', { name: 'Message' });
    await user.click(screen.getByRole('option', { name: 'Long task long_task' }));
    await screen.findByRole('progressbar');
    const search = screen.getByRole('searchbox');
    await user.type(search, 'task{Escape}');
    expect(
      host.calls.filter(({ name }) => name === 'tool.cancel'),
      'in a field it is not meant for the call',
    ).toEqual([]);
    screen.getByRole('listbox', { name: t('common.tools') }).focus();
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Cancelled by you')).toBeTruthy();
    expect(host.calls.filter(({ name }) => name === 'tool.cancel').map(({ params }) => params)).toEqual([
      { callId: sentTo(host)[0]?.callId },
    ]);
  });

  test('says that it waits for the person and leads to the question', async () => {
    const { host, user } = renderApp(toolPage('ask_form'));
    host.on('tool.call', () => new Promise(() => undefined));
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${t('common.run')}`) }));
    await screen.findByRole('progressbar');
    const callId = sentTo(host)[0]?.callId ?? ('' as CallOutcome['callId']);
    const { FORM_APPROVAL } = await import('../../host/fake');
    host.emit({
      kind: 'approvalOpened',
      approval: { ...FORM_APPROVAL, cause: { callId, tool: 'ask_form', arguments: {} } },
    });
    expect(await screen.findByText(t('tools.running.waiting'))).toBeTruthy();
    expect(screen.getByRole('link', { name: t('common.answer') }).getAttribute('href')).toContain(
      '/approvals',
    );
    expect(
      screen.queryByRole('region', { name: t('approvals.strip.label') }),
      'no line above says the same',
    ).toBeNull();
    await user.click(screen.getByRole('option', { name: 'Echo echo' }));
    expect(
      await screen.findByRole('region', { name: t('approvals.strip.label') }),
      'the page of another tool does not say it',
    ).toBeTruthy();
  });

  test('sends nothing that breaks the schema, names the field, and can be overruled', async () => {
    const { host, user } = renderApp(toolPage('search_issues', 'github'));
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${t('common.run')}`) }));
    expect(sentTo(host)).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Query' }));
    expect(screen.getByText('Query is required.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('tools.arguments.sendAnyway') }));
    await screen.findByText('Completed');
    expect(sentTo(host).map(({ arguments: args, check }) => ({ args, check }))).toEqual([
      { args: { state: 'open', perPage: 30 }, check: 'sendAnyway' },
    ]);
  });

  test('shows what the core refused, field by field', async () => {
    const { host, user } = renderApp(toolPage('echo'));
    host.on('tool.call', () => {
      throw {
        code: 'invalid',
        message: coreMessage('verbatim', { text: 'The arguments of echo break its schema.' }),
        detail: { fields: [{ field: 'message', message: coreMessage('verbatim', { text: 'is too loud' }) }] },
      };
    });
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${t('common.run')}`) }));
    expect(await screen.findByText(t('tools.result.notSent'))).toBeTruthy();
    expect(
      within(screen.getByRole('region', { name: t('common.result') })).getByRole('list').textContent,
    ).toBe('message is too loud');
    expect(screen.getByRole('button', { name: t('tools.arguments.sendAnyway') })).toBeTruthy();
  });

  test('a tool without a usable schema takes JSON only', async () => {
    renderApp(toolPage('triage_issue', 'github'));
    expect(await screen.findByText(t('tools.arguments.invalidSchema'), { exact: false })).toBeTruthy();
    expect(screen.queryByRole('radio', { name: t('common.form') })).toBeNull();
  });
});

test('the history shows an earlier result and runs it again with its arguments', async () => {
  const { host, user } = renderApp(toolPage('echo'));
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${t('common.history')}`) }));
  const dialog = await screen.findByRole('dialog');
  await user.click(
    await within(dialog).findByRole('button', {
      name: new RegExp(`^${t('tools.history.runAgain', { time: '.*' })}`),
    }),
  );
  await screen.findByText('Completed');
  expect(sentTo(host).map(({ arguments: args }) => args)).toEqual([{ message: 'Hello' }]);
  await user.click(screen.getByRole('button', { name: `${t('common.history')} 2` }));
  const rows = within(await screen.findByRole('dialog')).getAllByRole('button', {
    name: new RegExp(t('activity.status.completed')),
  });
  await user.click(rows[1] ?? document.body);
  expect(await screen.findByText(new RegExp(`^${t('tools.result.from', { time: '.+' })}$`))).toBeTruthy();
});

test('a masked secret of an earlier call is not sent again, but named until something is entered', async () => {
  const { host, user } = renderApp(toolPage('echo'), {
    change: ({ history }) => {
      for (const { row } of history) row.arguments = { message: '•••' };
    },
  });
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${t('common.history')}`) }));
  await user.click(
    await within(await screen.findByRole('dialog')).findByRole('button', {
      name: new RegExp(`^${t('tools.history.runAgain', { time: '.*' })}`),
    }),
  );
  const notStored = t.markup('tools.arguments.notStored', { arguments: () => 'message' });
  expect((await screen.findByRole('alert')).textContent).toBe(notStored);
  const message = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  expect([message.value, sentTo(host)], 'nothing is sent').toEqual(['', []]);
  await expectAccessible();
  await user.type(message, 'Hello');
  expect(screen.queryByText(notStored)).toBeNull();
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t('common.run')}`) }));
  await screen.findByText('Completed');
  expect(sentTo(host).map(({ arguments: args }) => args)).toEqual([{ message: 'Hello' }]);
});

test('a secret that was typed leaves the form once the call has ended', async () => {
  const { host, user } = renderApp(toolPage('echo'), {
    change: ({ tools }) => {
      const secret = { type: 'string', title: 'Key', format: 'password' };
      for (const tool of tools)
        if (tool.head.name === 'echo') tool.inputSchema = { type: 'object', properties: { key: secret } };
    },
  });
  const key = await screen.findByLabelText<HTMLInputElement>('Key');
  await user.type(key, 'hunter2');
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t('common.run')}`) }));
  const notStored = t.markup('tools.arguments.notStored', { arguments: () => 'key' });
  expect((await screen.findByRole('alert')).textContent).toBe(notStored);
  expect(screen.getByLabelText<HTMLInputElement>('Key').value).toBe('');
  expect(sentTo(host).map(({ arguments: args }) => args)).toEqual([{ key: 'hunter2' }]);
});

test('a call is sent again once its secret was entered again', async () => {
  const { host, user } = renderApp(toolPage('echo'), {
    change: ({ tools }) => {
      const properties = {
        note: { type: 'string', title: 'Note' },
        key: { type: 'string', title: 'Key', format: 'password' },
      };
      for (const tool of tools)
        if (tool.head.name === 'echo') tool.inputSchema = { type: 'object', properties, required: ['key'] };
    },
  });
  host.on('tool.call', () =>
    ended({ kind: 'failed', error: { code: 'timeout', message: coreMessage('verbatim', { text: 'No.' }) } }),
  );
  await user.type(await screen.findByLabelText('Note'), 'first');
  await user.type(screen.getByLabelText('Key'), 'hunter2');
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t('common.run')}`) }));
  const retry = () => screen.findByRole('button', { name: t('common.retry') });
  await user.clear(screen.getByLabelText('Note'));
  await user.type(screen.getByLabelText('Note'), 'changed');
  await user.click(await retry());
  const key = screen.getByLabelText<HTMLInputElement>('Key');
  expect([key.value, document.activeElement === key, sentTo(host).length]).toEqual(['', true, 1]);
  expect(screen.getByLabelText<HTMLInputElement>('Note').value, 'its own arguments').toBe('first');
  await user.keyboard('hunter3');
  await user.click(await retry());
  await waitFor(() => expect(sentTo(host)).toHaveLength(2));
  expect(sentTo(host).map(({ arguments: args }) => args)).toEqual([
    { note: 'first', key: 'hunter2' },
    { note: 'first', key: 'hunter3' },
  ]);
});

test('form and JSON hold the same arguments; text that breaks is kept and named', async () => {
  const { EditorView } = await import('@codemirror/view');
  const { user } = renderApp(toolPage('echo'));
  await user.clear(await screen.findByRole('textbox', { name: 'Message' }));
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'typed');
  await user.click(screen.getByRole('radio', { name: t('common.json') }));
  const content = await screen.findByRole('textbox', { name: t('common.argumentsAsJson') });
  const editor = EditorView.findFromDOM(content);
  expect(editor?.state.doc.toString()).toBe('{\n  "message": "typed"\n}');
  const write = (text: string) =>
    editor?.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });

  write('{"message": "from text"}');
  await user.click(screen.getByRole('radio', { name: t('common.form') }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('from text');

  await user.click(screen.getByRole('radio', { name: t('common.json') }));
  const again = EditorView.findFromDOM(
    await screen.findByRole('textbox', { name: t('common.argumentsAsJson') }),
  );
  again?.dispatch({ changes: { from: 0, to: again.state.doc.length, insert: '{"message":\n oops}' } });
  expect(
    await screen.findByText(t('tools.arguments.problem', { line: 2, column: 2, problem: 'Value expected' })),
  ).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: t('common.form') }));
  expect(screen.getByText(t('tools.arguments.invalidJson', { line: 2 }))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('tools.arguments.fix') }));
  const kept = EditorView.findFromDOM(
    await screen.findByRole('textbox', { name: t('common.argumentsAsJson') }),
  );
  expect(kept?.state.doc.toString(), 'nothing typed is lost').toBe('{"message":\n oops}');
});

test('what was typed for one tool is still there after another one', async () => {
  const { user } = renderApp(toolPage('echo'));
  const message = await screen.findByRole('textbox', { name: 'Message' });
  await user.clear(message);
  await user.type(message, 'half a thought');
  await user.click(screen.getByRole('option', { name: 'Weather weather' }));
  await screen.findByRole('textbox', { name: 'City' });
  await user.click(screen.getByRole('option', { name: 'Echo echo' }));
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })).value).toBe(
    'half a thought',
  );
  await user.click(screen.getByRole('button', { name: t('tools.arguments.reset') }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Hello');
});

test('a long description is cut and says how much is left', async () => {
  const { host, user } = renderApp('/tools');
  const echo = createFakeHost().world.tools[0] as ToolDetail;
  host.on('tool.get', () => ({ ...echo, description: 'x'.repeat(2_048 + 1_234) }));
  await user.click(await screen.findByRole('option', { name: 'Echo echo' }));
  const more = await screen.findByRole('button', { name: t('tools.page.moreCharacters', { count: 1_234 }) });
  await user.click(more);
  expect(screen.getByRole('button', { name: t('common.showLess') })).toBeTruthy();
});
