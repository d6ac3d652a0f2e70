import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../api/generated/contract';
import { SAMPLE_APPROVAL } from '../../../host/fake';
import type { FakeHost } from '../../../host/fake';
import { someModels } from '../../../host/fake/modelHandlers';
import { appears, pass, stopClock } from '../../../test/clock';
import { expectAccessible, renderApp } from '../../../test/render';
import { coreMessage, messageText } from '../../../words/message';
import { t } from '../../../words/translate';

const paramsOf = (host: FakeHost, name: string): unknown[] =>
  host.calls.flatMap((each) => (each.name === name ? [each.params] : []));
const answers = (host: FakeHost): Answer[] =>
  paramsOf(host, 'approval.answer').map((params) => (params as { answer: Answer }).answer);

/** The screen with the request, which has been in view long enough. */
async function opened(models: 'some' | 'none') {
  const rendered = renderApp('/approvals', {
    change: (world) => {
      if (models === 'some') world.models = someModels();
    },
  });
  await screen.findByText(t('approvals.empty.title'));
  rendered.host.world.approvals.push(SAMPLE_APPROVAL);
  act(() => rendered.host.emit({ kind: 'approvalOpened', approval: SAMPLE_APPROVAL }));
  const article = await screen.findByRole('article', {
    name: t('approvals.request.label', { server: SAMPLE_APPROVAL.serverLabel }),
  });
  await armed(t('common.decline'));
  return { ...rendered, article };
}

const edit = (phase: 'start' | 'done') =>
  screen.findByRole('button', {
    name: t(`sampling.edit.${phase}`, { what: t('sampling.request.system') }),
  });
const systemPrompt = () => screen.getByRole('textbox', { name: t('sampling.request.system') });
const responseText = () => screen.findByRole('textbox', { name: t('sampling.response.text') });

async function armed(name: string): Promise<HTMLElement> {
  await waitFor(() =>
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('false'),
  );
  return screen.getByRole('button', { name });
}

describe('a request to a model', () => {
  it('shows everything that would go to the model, which, and what that may take', async () => {
    const { article } = await opened('some');
    const region = (name: string) => within(article).getByRole('region', { name }).textContent;
    expect(region(t('sampling.request.system'))).toContain('You are an usher in a small theatre.');
    expect(region(t('common.messages'))).toContain('Which seat has the best view?');
    expect(region(t('sampling.tools.title'))).toContain('list_seatsSeats that are free');
    expect(within(article).getByRole('img', { name: /“Demo server”, content/ })).toBeDefined();
    const side = await within(article).findByRole('complementary', {
      name: t('sampling.side.label'),
    });
    await waitFor(() =>
      expect(side.textContent).toContain(
        t.markup('sampling.reason.table', { hint: () => 'claude-sonnet', pattern: 'sonnet' }),
      ),
    );
    const price = t.markup('sampling.side.costMax', { price: () => '$0.0182', note: (text) => text });
    expect(side.textContent).toContain(price);
    expect(side.textContent).toContain(
      t.markup('sampling.preference.contextIgnored', { value: () => 'allServers' }),
    );
    expect(side.textContent).toContain(t('sampling.budget.first', { server: 'Demo server' }));
    await expectAccessible();
  });

  it('is changed, run, and its answer changed before it is sent', async () => {
    const { host, user, article } = await opened('some');
    await user.click(await edit('start'));
    const prompt = systemPrompt();
    await user.clear(prompt);
    await user.type(prompt, 'Be brief.');
    await user.click(await edit('done'));
    expect(within(article).getByText(t('approvals.edited'))).toBeDefined();
    await user.click(screen.getByRole('checkbox', { name: 'list_seats' }));
    const stop = screen.getByRole('textbox', { name: t('sampling.side.stop') });
    await user.clear(stop);
    await user.type(stop, 'the end{Enter}Row');
    await user.click(await armed(t('common.run')));
    const [run] = paramsOf(host, 'sampling.run') as [{ params: Record<string, unknown>; allow: unknown }];
    expect(run.params['stopSequences'], 'spaces are part of it').toEqual(['the end', 'Row']);
    expect([run.params['systemPrompt'], run.params['tools'], run.params['maxTokens']]).toEqual([
      'Be brief.',
      undefined,
      800,
    ]);
    expect(run.allow).toEqual({ requestsPerHour: 20, tokensPerDay: 200_000, moneyPerDay: 1_000_000 });
    const text = await responseText();
    expect(answers(host), 'nothing is sent by itself').toEqual([]);
    await user.clear(text);
    await user.type(text, 'Row F.');
    await expectAccessible();
    await user.click(await armed(t('sampling.action.send')));
    await waitFor(() =>
      expect(answers(host)).toEqual([
        {
          kind: 'sampled',
          author: 'model',
          content: [{ type: 'text', text: 'Row F.' }],
          stopReason: 'endTurn',
        },
      ]),
    );
  });

  it('is not run by a click at what stood in that place before the plan came', async () => {
    const rendered = renderApp('/approvals', { change: (world) => (world.models = someModels()) });
    const { host } = rendered;
    await screen.findByText(t('approvals.empty.title'));
    let plan: (() => void) | undefined;
    const came = new Promise<void>((resolve) => (plan = resolve));
    const answer = host.call.bind(host);
    host.call = async (name, params) => {
      if (name === 'sampling.plan') await came;
      return answer(name, params);
    };
    host.world.approvals.push(SAMPLE_APPROVAL);
    act(() => host.emit({ kind: 'approvalOpened', approval: SAMPLE_APPROVAL }));
    await armed(t('sampling.action.write'));
    stopClock();
    plan?.();
    const run = await appears(() => screen.queryByRole('button', { name: t('common.run') }));
    for (const ms of [0, 499]) {
      await pass(ms);
      fireEvent.click(run);
      fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter', ctrlKey: true });
    }
    await pass(0);
    expect(paramsOf(host, 'sampling.run'), 'it was meant for answering by hand').toEqual([]);
    await pass(1);
    fireEvent.click(run);
    await pass(0);
    expect(paramsOf(host, 'sampling.run')).toHaveLength(1);
  });

  it('says what went wrong at the provider, and can be run again', async () => {
    const { host, user, article } = await opened('some');
    await armed(t('common.run'));
    const run = {
      model: { providerId: host.world.models.providers[0]!.id, model: 'down' },
      provider: 'Anthropic',
    };
    const why = coreMessage('models.cut', { provider: 'Anthropic' });
    act(() =>
      host.emit({
        kind: 'samplingChanged',
        approvalId: SAMPLE_APPROVAL.id,
        state: { kind: 'failed', run, why },
      }),
    );
    expect((await within(article).findByRole('alert')).textContent).toContain(
      `${messageText(why)} ${t.markup('sampling.request.failed', { server: () => 'Demo server' })}`,
    );
    await user.click(await armed(t('common.run')));
    expect(await responseText()).toBeDefined();
    await user.click(await armed(t('common.runAgain')));
    expect(await armed(t('common.run'))).toBeDefined();
  });

  it('is answered by hand where there is no model, with text and tools', async () => {
    const { host, user } = await opened('none');
    const side = await screen.findByRole('complementary', { name: t('sampling.side.label') });
    const noModel = t.markup('sampling.side.noModel', { link: (text) => text });
    await waitFor(() => expect(side.textContent).toContain(noModel));
    expect(screen.queryByRole('button', { name: t('common.run') })).toBeNull();
    await user.click(await armed(t('sampling.action.write')));
    await user.type(await responseText(), 'Row B.{Enter}');
    await user.click(screen.getByRole('button', { name: t('sampling.response.addToolUse') }));
    await user.click(await screen.findByRole('menuitem', { name: 'list_seats' }));
    expect(
      await screen.findByRole('region', {
        name: t('sampling.response.toolUse', { tool: 'list_seats' }),
      }),
    ).toBeDefined();
    expect(answers(host), 'Enter sends nothing').toEqual([]);
    await user.click(await armed(t('sampling.action.send')));
    await waitFor(() =>
      expect(answers(host)).toEqual([
        {
          kind: 'sampled',
          author: 'person',
          content: [
            { type: 'text', text: 'Row B.\n' },
            { type: 'tool_use', id: 'by_hand_1', name: 'list_seats', input: {} },
          ],
          stopReason: 'toolUse',
        },
      ]),
    );
  });

  it('keeps what was changed of it while the person looks elsewhere', async () => {
    const { user } = await opened('some');
    await user.click(await edit('start'));
    await user.type(systemPrompt(), ' Be brief.');
    await user.click(await armed(t('sampling.action.write')));
    await user.type(await responseText(), 'Row B.');
    await user.click(screen.getByRole('link', { name: /Prompts/ }));
    await user.click(await screen.findByRole('link', { name: /Approvals/ }));
    expect(await responseText()).toHaveProperty('value', 'Row B.');
    await user.click(await armed(t('sampling.action.back')));
    expect((await screen.findByRole('region', { name: t('sampling.request.system') })).textContent).toContain(
      'Be brief.',
    );
    expect(screen.getByText(t('approvals.edited'))).toBeDefined();
  });

  it('is shown as JSON, too, and so is its answer', async () => {
    const { user } = await opened('some');
    await user.click(screen.getByRole('radio', { name: t('common.json') }));
    const request = await screen.findByRole('region', { name: t('sampling.view.requestJson') });
    await waitFor(() => expect(request.textContent).toContain('Answer in two sentences.'));
    await user.click(await armed(t('common.run')));
    const answer = await screen.findByRole('region', { name: t('sampling.view.responseJson') });
    expect(answer.textContent).toContain('"endTurn"');
    await user.click(screen.getByRole('radio', { name: t('common.form') }));
    expect(await responseText()).toBeDefined();
  });

  it('is declined at either step', async () => {
    const { host, user } = await opened('some');
    await user.click(await armed(t('common.run')));
    await user.click(await armed(t('common.decline')));
    await waitFor(() => expect(answers(host)).toEqual([{ kind: 'decline' }]));
  });
});
