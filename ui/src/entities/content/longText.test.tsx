import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Content, JsonValue } from '../../api/generated/contract';
import { expectAccessible, renderPart } from '../../test/render';
import { t } from '../../words/translate';
import { Quote } from '../message/Quote';
import { ContentBlocks } from './ContentBlocks';

test('a long text of a result is folded and can be searched', async () => {
  const value = Array.from({ length: 2_000 }, (_, index) => `line ${index + 1}`).join('\n');
  const raw: JsonValue = [
    { type: 'text', text: value, annotations: { audience: ['user'], priority: 0.5 }, _meta: { a: 1 } },
  ];
  const { user } = renderPart(
    <ContentBlocks
      blocks={[{ kind: 'text', text: value }]}
      raw={raw}
      serverId={'s' as never}
      serverLabel="S"
    />,
  );
  expect(screen.queryByText(/line 2000/), 'folded').toBeNull();
  await user.type(screen.getByRole('searchbox', { name: t('content.search.label') }), 'line 1999');
  expect(await screen.findByText('line 1999')).toBeDefined();
  expect(screen.getByText(t('resources.annotations.audience')).nextSibling?.textContent).toBe('user');
  expect(screen.getByText('_meta')).toBeDefined();
  await expectAccessible();
});

test.each<[what: string, value: string]>([
  ['lines', 'line\n'.repeat(50_000)],
  ['one line', '*'.repeat(250_000)],
])(
  'a text of %s that is very long is shown in the editor, which draws what is in sight',
  async (_what, value) => {
    const blocks: Content[] = [{ kind: 'text', text: value }];
    const { container } = renderPart(
      <ContentBlocks blocks={blocks} serverId={'s' as never} serverLabel="S" />,
    );
    await waitFor(() => expect(container.querySelector('.cm-content')).not.toBeNull());
    expect(container.textContent.length, 'not all of it').toBeLessThan(100_000);
  },
);

test('a quotation that is very long is shown in the editor', async () => {
  const { container } = renderPart(<Quote text={'x\n'.repeat(150_000)} />);
  await waitFor(() => expect(container.querySelector('.cm-content')).not.toBeNull());
});
