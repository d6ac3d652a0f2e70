import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart, said } from '../../test/render';
import { t } from '../../words/translate';
import { OpenFile } from './OpenFile';

/** A file that was removed after it was chosen. */
function unreadable(name: string): File {
  const file = new File(['{}'], name, { type: 'application/json' });
  file.text = () => Promise.reject(new DOMException('A requested file could not be found', 'NotFoundError'));
  return file;
}

test.each<[what: string, file: File, says: string]>([
  [
    'cannot be read',
    unreadable('set\u202Eup.json'),
    t('shared.fileUnreadable', { file: 'set[U+202E]up.json' }),
  ],
  [
    'is too large',
    new File(['{"longer": true}'], 'large.json', { type: 'application/json' }),
    t('shared.fileTooLarge', { file: 'large.json', size: '8 B' }),
  ],
])('a file that %s is named in an error, and another one can be opened', async (_what, file, says) => {
  const onText = vi.fn<(text: string) => void>();
  const { container, user } = renderPart(
    <OpenFile maxBytes={8} onText={onText}>
      Open
    </OpenFile>,
  );
  const input = container.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('a file can be chosen');
  await user.upload(input, file);
  await waitFor(() => expect(said(), 'what is shown at the edge of the window').toContain(says));
  expect(onText.mock.calls, 'nothing was opened').toEqual([]);
  await user.upload(input, new File(['[1]'], 'good.json', { type: 'application/json' }));
  await waitFor(() => expect(onText.mock.calls).toEqual([['[1]']]));
});
