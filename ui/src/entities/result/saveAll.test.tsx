import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Content, ContentId, ServerId } from '../../api/generated/contract';
import { ended, returned } from '../../test/calls';
import { expectAccessible, renderPart } from '../../test/render';
import { t } from '../../words/translate';
import { coreMessage } from '../../words/message';
import { CallResult } from './CallResult';

const sound = (id: string | null): Content => ({
  kind: 'audio',
  claimedType: 'audio/wav',
  mimeType: 'audio/wav',
  base64: '',
  ownSize: null,
  problem: coreMessage('verbatim', { text: 'no sound' }),
  contentId: id as ContentId | null,
  sizeBytes: 1,
});

const text: Content = { kind: 'text', text: 'b' };

test.each([
  ['several', [sound('a'), text, sound('c')], ['a', 'c']],
  ['one, which has a menu of its own', [sound('a'), text], null],
  ['some whose bytes are not kept', [sound(null), sound(null)], null],
] as const)('a result with %s is saved at once: %j', async (_, content, ids) => {
  const { host, user } = renderPart(
    <CallResult
      outcome={ended(returned({ content: [...content] }))}
      serverId={'demo' as ServerId}
      serverLabel="Demo server"
      tool="draw"
    />,
  );
  await screen.findByRole('region', { name: t('common.result') });
  await expectAccessible();
  for (const button of screen.queryAllByRole('button', { name: t('content.save.all') }))
    await user.click(button);
  expect(host.calls.filter(({ name }) => name === 'content.saveMany').map(({ params }) => params)).toEqual(
    ids === null ? [] : [{ contentIds: ids }],
  );
});
