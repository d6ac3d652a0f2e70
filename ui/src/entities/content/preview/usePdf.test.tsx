import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart } from '../../../test/render';
import { t } from '../../../words/translate';
import { TOO_LARGE } from './pdfBudget';
import PdfPages from './PdfPages';
import { PreviewBoundary } from './PreviewBoundary';

afterEach(() => vi.unstubAllGlobals());

test('a PDF that takes too much memory is closed, and its bytes are shown', async () => {
  const terminate = vi.fn();
  const { port1, port2 } = new MessageChannel();
  vi.stubGlobal('Worker', function WorkerStub() {
    return Object.assign(port1, { terminate });
  });
  renderPart(
    <PreviewBoundary instead="bytes">
      <PdfPages bytes={new Uint8Array(8)} label="A" />
    </PreviewBoundary>,
  );
  port1.start();
  port2.postMessage(TOO_LARGE);
  const said = await screen.findByRole('note');
  expect(said.textContent).toContain(t('content.pdf.tooLarge', { size: '512 MB' }));
  expect(screen.getByText('bytes')).toBeDefined();
  expect(terminate).toHaveBeenCalled();
  port1.close();
});
