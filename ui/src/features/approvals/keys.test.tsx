import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer, Approval } from '../../api/generated/contract';
import { FORM_APPROVAL, CALL_APPROVAL, ROOTS_APPROVAL, SAMPLE_APPROVAL, URL_APPROVAL } from '../../host/fake';
import type { FakeHost } from '../../host/fake';
import { someModels } from '../../host/fake/modelHandlers';
import { SingleKeys } from '../../kit/singleKeys';
import { useSingleKey } from '../../kit/useSingleKey';
import { renderApp, renderPart } from '../../test/render';
import { t } from '../../words/translate';

const VISITED: Approval = { ...URL_APPROVAL, request: { ...URL_APPROVAL.request, visitedAt: 1 } };
const LINK: Approval = {
  ...URL_APPROVAL,
  cause: null,
  possibleCauses: [],
  request: { kind: 'link', address: URL_APPROVAL.request.address, place: { kind: 'website' } },
};

/** What a person has done for a question: answers, pages opened, models run. */
const done = (host: FakeHost): string[] =>
  host.calls.flatMap(({ name, params }) => {
    if (name === 'approval.answer') return [(params as { answer: Answer }).answer.kind];
    return name === 'approval.openUrl' || name === 'sampling.run' ? [name] : [];
  });

/** The screen with a question whose answers are ready to be given. */
async function opened(approval: Approval) {
  const rendered = renderApp('/approvals', { change: (world) => (world.models = someModels()) });
  await screen.findByText(t('approvals.empty.title'));
  rendered.host.world.approvals.push(approval);
  act(() => rendered.host.emit({ kind: 'approvalOpened', approval }));
  await screen.findByRole('article', {
    name: t('approvals.request.label', { server: approval.serverLabel }),
  });
  return rendered;
}

const focused = (): HTMLElement => document.activeElement as HTMLElement;

const accepting = (): Element | null =>
  document.querySelector('.host-foot [aria-keyshortcuts="Control+Enter"]');

describe('Ctrl+Enter', () => {
  it.each<[string, Approval, string]>([
    [t('common.runOnce'), CALL_APPROVAL, 'run'],
    [t('approvals.roots.allowOnce'), ROOTS_APPROVAL, 'share'],
    [t('approvals.url.open'), URL_APPROVAL, 'approval.openUrl'],
    [t('common.done'), VISITED, 'visited'],
    [t('approvals.url.open'), LINK, 'approval.openUrl'],
    [t('common.run'), SAMPLE_APPROVAL, 'sampling.run'],
  ])('presses %s', async (label, request, expected) => {
    const { host, user } = await opened(request);
    await waitFor(() => expect(accepting()?.textContent).toBe(label));
    await waitFor(() => expect(accepting()?.getAttribute('aria-disabled')).toBe('false'));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(done(host)).toEqual([expected]));
  });
});

it.each<[string, Approval]>([
  ['a form', FORM_APPROVAL],
  ['a call', CALL_APPROVAL],
  ['a request for roots', ROOTS_APPROVAL],
  ['a URL request', URL_APPROVAL],
  ['a request to a model', SAMPLE_APPROVAL],
])('Ctrl+Shift+D declines %s', async (_, request) => {
  const { host, user } = await opened(request);
  const decline = await screen.findByRole('button', { name: t('common.decline') });
  await waitFor(() => expect(decline.getAttribute('aria-disabled')).toBe('false'));
  await user.keyboard('{Control>}{Shift>}D{/Shift}{/Control}');
  await waitFor(() => expect(done(host)).toEqual(['decline']));
});

describe('E', () => {
  it.each<[string, Approval, string]>([
    ['a form', FORM_APPROVAL, 'Name'],
    ['a call', CALL_APPROVAL, 'Keep'],
    ['a request to a model', SAMPLE_APPROVAL, t('sampling.request.system')],
  ])('goes to the first thing that can be changed in %s', async (_, request, name) => {
    const { user } = await opened(request);
    await waitFor(() => expect(accepting()).not.toBeNull());
    act(() => focused().blur());
    await user.keyboard('e');
    await waitFor(() => expect(nameOf(document.activeElement)).toBe(name));
    expect(document.activeElement?.getAttribute('type'), 'not how it is shown').not.toBe('radio');
  });

  it('goes to the answer that is written by hand', async () => {
    const { user } = await opened(SAMPLE_APPROVAL);
    await screen.findByRole('button', { name: t('common.run') });
    const byHand = screen.getByRole('button', { name: t('sampling.action.write') });
    await waitFor(() => expect(byHand.getAttribute('aria-disabled')).toBe('false'));
    await user.click(byHand);
    await screen.findByRole('textbox', { name: t('sampling.response.text') });
    act(() => focused().blur());
    await user.keyboard('e');
    expect(nameOf(document.activeElement)).toBe(t('sampling.response.text'));
  });
});

it('letters do nothing while the setting has them off', async () => {
  const pressed: string[] = [];
  function Letters() {
    useSingleKey([['J', () => pressed.push('J')]]);
    return null;
  }
  const { user } = renderPart(
    <SingleKeys value={false}>
      <Letters />
    </SingleKeys>,
  );
  await user.keyboard('j');
  expect(pressed).toEqual([]);
});

it('the keys that are listed name accepting', async () => {
  const { container } = renderApp('/approvals');
  await screen.findByText(t('approvals.empty.title'));
  const keys = [...container.querySelectorAll('.approval-keys > span')].map(({ textContent }) => textContent);
  expect(keys).toEqual(['J K next, previous', 'E edit', 'Ctrl ↵ accept', 'Ctrl ⇧ D decline']);
});

function nameOf(element: Element | null): string | undefined {
  const labelled = element?.getAttribute('aria-label');
  if (labelled != null) return labelled;
  const label = document.querySelector(`label[for="${element?.id ?? ''}"]`);
  return label?.textContent.replace(/\s*\*$/u, '');
}
