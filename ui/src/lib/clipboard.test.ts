import { expect, test, vi } from 'vitest';
import { copyText } from './clipboard';

test('text that is still to come is handed over within the press that asked for it', async () => {
  const write = vi.fn(async (items: { data: Record<string, Promise<Blob>> }[]) => {
    await Promise.all(items.flatMap(({ data }) => Object.values(data)));
  });
  vi.stubGlobal('navigator', { clipboard: { write } });
  vi.stubGlobal('ClipboardItem', function ClipboardItem(this: { data: unknown }, data: unknown) {
    this.data = data;
  });
  let arrive: (text: string) => void = () => {};
  const copied = copyText(new Promise((resolve) => (arrive = resolve)));
  expect(write, 'before anything was waited for').toHaveBeenCalledOnce();
  arrive('late');
  expect(await copied).toBe(true);
  expect(await (await write.mock.calls[0]?.[0]?.[0]?.data['text/plain'])?.text()).toBe('late');
  expect(await copyText(Promise.reject(new Error('gone'))), 'nothing to copy').toBe(false);
});
