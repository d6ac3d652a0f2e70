import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer, Approval, ApprovalRecord, JsonValue } from '../../api/generated/contract';
import {
  CALL_APPROVAL,
  CLIENT,
  FORM_APPROVAL,
  ROOTS_APPROVAL,
  SAMPLE_APPROVAL,
  URL_APPROVAL,
  recordOf,
  someRecords,
} from '../../host/fake';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const SECRET: JsonValue = { 'usher/omitted': { code: 'omitted.secret', params: {} } };

const LINK: Approval = {
  ...URL_APPROVAL,
  request: {
    kind: 'link',
    address: URL_APPROVAL.request.address,
    place: { kind: 'resource', title: 'Readme' },
  },
};

const FORM: Approval = {
  ...FORM_APPROVAL,
  request: { ...FORM_APPROVAL.request, schema: { ...Object(FORM_APPROVAL.request.schema), required: [] } },
};

const NESTED: Approval = {
  ...CALL_APPROVAL,
  request: {
    kind: 'call',
    call: {
      ...CALL_APPROVAL.request.call,
      inputSchema: {
        type: 'object',
        properties: {
          to: { type: 'object', properties: { street: { type: 'string' }, floor: { type: 'integer' } } },
          days: { type: 'array', items: { enum: ['mo', 'tu', 'we'] }, uniqueItems: true },
          steps: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
          tags: { type: 'array', items: { type: 'string' } },
          how: {
            oneOf: [
              { title: 'Fast', type: 'integer' },
              { title: 'Named', type: 'string' },
            ],
          },
          note: { type: ['string', 'null'] },
        },
      },
      arguments: {
        to: { street: 'Elm', floor: 2 },
        days: ['mo', 'we'],
        steps: [{ name: 'one' }, { name: 'two' }],
        tags: ['a', 'b'],
        how: 'slow',
        note: null,
        undeclared: { deep: [1, 2] },
      },
    },
  },
};

/** The record, once it has been read. */
async function opened(record: ApprovalRecord): Promise<HTMLElement> {
  renderApp(`/activity?view=approvals&item=${record.head.id}`, {
    change: (world) => (world.approvalRecords = [record]),
  });
  return screen.findByRole('article', {
    name: t('records.recordOf', { server: record.head.serverLabel }),
  });
}

const texts = (root: Element, selector: string): string[] =>
  [...root.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');

/** The fields of a form by the way to them, each with what stands in it. */
function fields(root: Element): [key: string | undefined, value: string][] {
  return [...root.querySelectorAll<HTMLElement>('.sf-field')].map((field) => [
    field.dataset['key'],
    standsIn(field).trim(),
  ]);
}

function standsIn(field: HTMLElement): string {
  const text = field.querySelector('.sf-shown, .sf-fixed');
  if (text !== null) return text.textContent === t('form.notSet') ? '' : (text.textContent ?? '');
  const boxes = [...field.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  const [only] = boxes;
  if (boxes.length === 1 && only?.role === 'switch') return String(only.checked);
  const radios = [...field.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  if (radios.length > 0) return labelOf(radios.find(({ checked }) => checked));
  if (boxes.length > 0)
    return boxes
      .filter(({ checked }) => checked)
      .map(labelOf)
      .join('\n');
  const pills = texts(field, '[data-with-remove]');
  if (pills.length > 0) return pills.join('\n');
  return field.querySelector<HTMLInputElement>('input, textarea')?.value ?? '';
}

const labelOf = (input: HTMLInputElement | undefined): string => {
  const label = input?.labels?.[0]?.textContent ?? '';
  return label === t('form.notSet') ? '' : label;
};

/** What is in a region; nothing of its buttons and boxes. */
function region(root: HTMLElement, name: string): string {
  const copy = within(root).getByRole('region', { name }).cloneNode(true) as HTMLElement;
  for (const control of copy.querySelectorAll('button, [role=radiogroup]')) control.remove();
  return copy.textContent ?? '';
}

type Look = (root: HTMLElement) => unknown;

const lookAtForm: Look = (root) => ({
  quoted: texts(root, '[data-part=quote]'),
  labels: texts(root, '.sf-label'),
  fields: fields(root),
  sent: texts(root, '.approval-sent dt, .approval-sent dd'),
});
const lookAtCall: Look = (root) => ({
  labels: texts(root, '.sf-label'),
  fields: fields(root),
  sent: texts(
    root,
    '.approval-side .call-arguments, [aria-label="' + t('common.sent') + '"] .call-arguments',
  ),
});
const lookAtAddress: Look = (root) => ({
  quoted: texts(root, '[data-part=quote]'),
  address: region(root, t('approvals.url.full')),
});
const lookAtSample: Look = (root) => ({
  system: region(root, t('sampling.request.system')),
  tools: region(root, t('sampling.tools.title')).replace(t('sampling.tools.auto'), ''),
  messages: texts(root, '.approval-messages .quote-text'),
  wishes: texts(root, '.sample-wishes'),
});

describe('a record shows what the page it was answered on showed', () => {
  it.each<[what: string, approval: Approval, answer: Answer, look: Look]>([
    ['a form', FORM, { kind: 'accept', content: { count: 1, express: false } }, lookAtForm],
    ['a form that was declined', FORM_APPROVAL, { kind: 'decline' }, (root) => ({ fields: fields(root) })],
    ['an address', URL_APPROVAL, { kind: 'visited' }, lookAtAddress],
    ['a link', LINK, { kind: 'visited' }, lookAtAddress],
    [
      'a call',
      CALL_APPROVAL,
      { kind: 'run', arguments: CALL_APPROVAL.request.call.arguments, grant: { kind: 'once' } },
      lookAtCall,
    ],
    [
      'a call with every kind of argument',
      NESTED,
      { kind: 'run', arguments: Object(NESTED.request).call.arguments, grant: { kind: 'once' } },
      lookAtCall,
    ],
    [
      'roots',
      ROOTS_APPROVAL,
      { kind: 'share', remember: 'once' },
      (root) => region(root, t('approvals.roots.title')).replaceAll('file://', ''),
    ],
    [
      'a request to a model',
      SAMPLE_APPROVAL,
      {
        kind: 'sampled',
        author: 'person',
        content: [{ type: 'text', text: 'Row F' }],
        stopReason: 'endTurn',
      },
      lookAtSample,
    ],
  ])('%s', async (_what, approval, answer, look) => {
    const page = renderApp('/approvals', { change: (world) => world.approvals.push(approval) });
    const article = await screen.findByRole('article', {
      name: t('approvals.request.label', { server: approval.serverLabel }),
    });
    await screen.findAllByRole('button', {
      name: t(approval.request.kind === 'link' ? 'common.cancel' : 'common.decline'),
    });
    const shown = look(article);
    page.unmount();

    const record = await opened(recordOf(approval, 'accepted', answer));
    expect(look(record)).toEqual(shown);
    expect(JSON.stringify(shown).length, 'there is something to compare').toBeGreaterThan(20);
    await expectReadOnly(record);
  });

  it('the first contact of a client', async () => {
    const page = renderApp('/approvals?item=client:client1', {
      change: (world) => (world.clients = [{ ...CLIENT }]),
    });
    const look: Look = (root) => [
      ...texts(root, '[aria-label="' + t('clients.facts.title') + '"] .mono'),
      region(root, t('clients.reported.title')).replace(/Protocol.*/u, ''),
    ];
    const shown = look(
      await screen.findByRole('article', { name: t('approvals.client.heading', { client: CLIENT.name }) }),
    );
    page.unmount();
    const base = recordOf(FORM_APPROVAL, 'accepted', { kind: 'cancel' });
    const { connectsAs, program, declared, profile } = CLIENT;
    const record = await opened({
      ...base,
      head: { ...base.head, approvalKind: 'client', tool: null },
      shown: { connectsAs, program, declared, profile },
    });
    expect(look(record)).toEqual(shown);
    expect(region(record, t('clients.access.title'))).toContain(t('clients.access.all'));
    await expectReadOnly(record);
  });
});

/** Nothing of a record can be written into, switched, or answered. */
async function expectReadOnly(record: HTMLElement): Promise<void> {
  for (const role of ['textbox', 'combobox', 'checkbox', 'switch', 'spinbutton', 'slider'])
    expect(within(record).queryAllByRole(role), role).toEqual([]);
  expect(record.querySelector('[data-part=answers]')).toBeNull();
  await expectAccessible(record);
}

describe('a record', () => {
  const form = (sent: JsonValue) => recordOf(FORM_APPROVAL, 'accepted', { kind: 'accept', content: sent });

  it('says in words that a secret is not stored, in the form and beside it', async () => {
    const record = await opened(form({ name: SECRET }));
    const words = t('core.omitted.secret');
    expect(new Map(fields(record)).get('/name')).toBe(words);
    expect(texts(record, '.approval-sent dd')[0]).toBe(words);
  });

  it('of an older version, without a schema, has a field for each argument', async () => {
    const given = recordOf(CALL_APPROVAL, 'declined', { kind: 'decline' });
    const record = await opened({
      ...given,
      shown: { tool: 'delete', arguments: { keep: 2, deep: { a: [1] } } },
    });
    expect(fields(record)).toEqual([
      ['/keep', '2'],
      ['/deep', '{"a":[1]}'],
    ]);
    await expectReadOnly(record);
  });

  it('has the answer of a model as it was written, uses of tools among it', async () => {
    const [, sample] = someRecords();
    if (sample === undefined) throw new Error('no record');
    const content = [
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_use', id: 'u1', name: 'list_seats', input: { row: 'F' } },
    ];
    const record = await opened({
      ...sample,
      sent: { toModels: [], toServer: { role: 'assistant', content, model: 'm', stopReason: 'toolUse' } },
    });
    const sent = within(record).getByRole('region', { name: t('common.sent') });
    expect(sent.textContent).toContain(t('sampling.response.stoppedForTool'));
    expect(
      within(sent).getByRole('region', { name: t('sampling.response.toolUse', { tool: 'list_seats' }) }),
    ).toBeDefined();
    expect(texts(sent, '.sample-written')).toEqual(['Let me look.']);
  });

  it.each<[what: string, record: ApprovalRecord]>([
    [
      'arguments of 1 MiB',
      {
        ...recordOf(CALL_APPROVAL, 'accepted', { kind: 'cancel' }),
        shown: {
          tool: 'write',
          arguments: Object.fromEntries(
            Array.from({ length: 20_000 }, (_, at) => [`key${at}`, 'x'.repeat(40)]),
          ),
        },
      },
    ],
    [
      'one nested argument of 1 MiB',
      {
        ...recordOf(CALL_APPROVAL, 'accepted', { kind: 'cancel' }),
        shown: {
          tool: 'write',
          arguments: { rows: Array.from({ length: 20_000 }, () => ({ text: 'x'.repeat(40) })) },
        },
      },
    ],
    [
      '5,000 messages',
      {
        ...recordOf(SAMPLE_APPROVAL, 'accepted', { kind: 'cancel' }),
        shown: {
          messages: Array.from({ length: 5_000 }, (_, at) => ({
            role: 'user',
            content: { type: 'text', text: `message ${at}` },
          })),
        },
      },
    ],
  ])('of %s draws what is in sight', async (_what, given) => {
    const record = await opened({ ...given, sent: null });
    expect(record.querySelectorAll('*').length).toBeLessThan(1_500);
  });
});
