import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Approval } from '../../api/generated/contract';
import { CALL_APPROVAL, FORM_APPROVAL, ROOTS_APPROVAL, SAMPLE_APPROVAL, URL_APPROVAL } from '../../host/fake';
import { renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { forgetDraft } from './drafts';

const ALL = [FORM_APPROVAL, CALL_APPROVAL, ROOTS_APPROVAL, SAMPLE_APPROVAL, URL_APPROVAL];

beforeEach(() => {
  for (const { id } of ALL) forgetDraft(id);
});

/** The approvals, one of them chosen by its address. */
function shown(waiting: readonly Approval[], chosen: Approval) {
  const rendered = renderApp(`/approvals?item=${chosen.id}`, {
    change: (world) => world.approvals.push(...waiting),
  });
  const answers = () => rendered.host.calls.filter(({ name }) => name === 'approval.answer');
  return { ...rendered, answers };
}

const row = (kind: 'form' | 'roots' | 'url') =>
  screen.findByRole('option', { name: (name) => name.includes(t(`approvals.kind.${kind}`)) });

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

/** Waits until a button takes a press. */
async function takesPresses(name: string): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
  return button;
}

describe('text that is typed is no answer', () => {
  it('but the text of a form that was opened by a click', async () => {
    const { user, answers } = shown([FORM_APPROVAL, ROOTS_APPROVAL], ROOTS_APPROVAL);
    await takesPresses(t('common.decline'));
    await user.click(await row('form'));
    const name = await field('Name');
    await waitFor(() => expect(document.activeElement).toBe(name));
    await takesPresses(t('common.decline'));
    await user.keyboard('A good day, Ada Lovelace');
    expect([name.value, answers()]).toEqual(['A good day, Ada Lovelace', []]);
  });

  it('but the text of a form that opened by itself', async () => {
    const { user, host, answers } = renderEmpty();
    await screen.findByText(t('approvals.empty.title'));
    host.world.approvals.push(FORM_APPROVAL);
    act(() => host.emit({ kind: 'approvalOpened', approval: FORM_APPROVAL }));
    const name = await field('Name');
    await waitFor(() => expect(document.activeElement).toBe(name));
    await user.keyboard('A good day');
    expect([name.value, answers()]).toEqual(['A good day', []]);
  });

  it('but the response that is written in the place of a model', async () => {
    const { user, answers } = shown([SAMPLE_APPROVAL], SAMPLE_APPROVAL);
    await user.click(await takesPresses(t('sampling.action.write')));
    const text = await field(t('sampling.response.text'));
    await waitFor(() => expect(document.activeElement).toBe(text));
    await takesPresses(t('common.decline'));
    await user.keyboard('A good day');
    expect([text.value, answers()]).toEqual(['A good day', []]);
  });

  it.each<[string, Approval]>([
    ['a call', CALL_APPROVAL],
    ['a request for roots', ROOTS_APPROVAL],
    ['a URL request', URL_APPROVAL],
    ['a request to a model', SAMPLE_APPROVAL],
  ])('nor does it lead to a button of %s', async (_, approval) => {
    const { user, answers } = shown([approval], approval);
    await takesPresses(t('common.decline'));
    for (const text of ['A good day', 'Ada Lovelace', 'c c d d']) {
      await user.keyboard(text);
      expect(document.activeElement?.tagName, text).not.toBe('BUTTON');
      expect(answers(), text).toEqual([]);
    }
  });
});

describe('a form that opens takes no focus', () => {
  it('from a list that is browsed with arrow keys, nor from J', async () => {
    const { user } = shown([ROOTS_APPROVAL, FORM_APPROVAL], ROOTS_APPROVAL);
    const list = await screen.findByRole('listbox', { name: t('common.approvals') });
    act(() => list.focus());
    for (const [there, back] of [
      ['{ArrowDown}', '{ArrowUp}'],
      ['j', 'k'],
    ] as const) {
      await user.keyboard(there);
      await field('Name');
      expect(document.activeElement, there).toBe(list);
      await user.keyboard(back);
      await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
    }
  });

  it('from a field that is typed in', async () => {
    const { user, host } = renderEmpty();
    await screen.findByText(t('approvals.empty.title'));
    const elsewhere = document.createElement('input');
    document.body.append(elsewhere);
    act(() => elsewhere.focus());
    host.world.approvals.push(FORM_APPROVAL);
    act(() => host.emit({ kind: 'approvalOpened', approval: FORM_APPROVAL }));
    await field('Name');
    await user.keyboard('text');
    expect(elsewhere.value).toBe('text');
    elsewhere.remove();
  });
});

function renderEmpty() {
  const rendered = renderApp('/approvals');
  const answers = () => rendered.host.calls.filter(({ name }) => name === 'approval.answer');
  return { ...rendered, answers };
}
