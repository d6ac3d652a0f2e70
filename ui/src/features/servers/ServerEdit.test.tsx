import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ApiError } from '../../api/generated/contract';
import { renderApp } from '../../test/render';
import { coreMessage } from '../../words/message';
import { t } from '../../words/translate';

const AT = '/servers?server=github&tab=configuration';
const form = async () => within(await screen.findByRole('region', { name: t('common.configuration') }));
const named = (part: Awaited<ReturnType<typeof form>>) =>
  part.findByRole<HTMLInputElement>('textbox', { name: t('common.name') });

test('once the keyring is unlocked its refusal is gone, and one press of Save is enough', async () => {
  const { user, host } = renderApp(AT, {
    change: (world) => {
      world.keyring = {
        state: { kind: 'locked', message: coreMessage('keyring.locked') },
        keepingForThisRun: false,
        waitingServers: 0,
      };
    },
  });
  let refused = 0;
  host.on('server.update', ({ serverId }) => {
    if (host.world.keyring.state.kind !== 'available') {
      refused += 1;
      return Promise.reject({
        code: 'keyringUnavailable',
        message: coreMessage('verbatim', { text: 'The keyring is locked.' }),
      } satisfies ApiError);
    }
    return host.call('server.restart', { serverId });
  });
  const part = await form();
  await user.type(await named(part), 's');
  await user.click(part.getByRole('button', { name: t('common.save') }));
  expect(await part.findByText('The keyring is locked.')).toBeTruthy();
  await user.click(part.getByRole('button', { name: t('shared.keyring.unlock') }));
  await waitFor(() => expect(part.queryByText('The keyring is locked.')).toBeNull());
  expect(part.queryByText(t('shared.keyring.locked'))).toBeNull();
  await user.click(part.getByRole('button', { name: t('common.save') }));
  expect(await screen.findByText(t('common.saved'))).toBeTruthy();
  expect(refused).toBe(1);
});

test('what is not saved stays while the person looks elsewhere, until it is discarded', async () => {
  const { user } = renderApp(AT);
  await user.type(await named(await form()), ' two');
  await user.click(screen.getByRole('tab', { name: t('servers.tabs.logs') }));
  await user.click(screen.getByRole('tab', { name: t('servers.tabs.configuration') }));
  const part = await form();
  expect((await named(part)).value).toBe('GitHub two');
  await user.click(part.getByRole('button', { name: t('servers.configuration.reset') }));
  expect((await named(part)).value).toBe('GitHub');
});
