import { expect, test } from 'vitest';
import { someRecords } from '../../host/fake';
import { renderPart } from '../../test/render';
import { RecordLine, RecordRow } from './RecordRow';

test.each([RecordLine, RecordRow])('the name of a client hides no characters', (Row) => {
  const [record] = someRecords();
  if (record === undefined) throw new Error('no record');
  const head = { ...record.head, approvalKind: 'client' as const, serverLabel: 'Co\u202Exed\u200B' };
  const { container } = renderPart(<Row record={head} />);
  expect(container.textContent).toContain('CoU+202ExedU+200B');
  expect(container.textContent).not.toMatch(/[\u202E\u200B]/u);
});
