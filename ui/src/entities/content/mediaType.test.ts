import { expect, test } from 'vitest';
import { agrees } from './mediaType';

test.each([
  ['audio/x-wav', 'audio/wav', true],
  ['application/epub+zip', 'application/zip', true],
  ['image/png', 'application/zip', false],
  ['constructor', 'image/png', false],
])('%s, found %s: %s', (declared, detected, same) => expect(agrees(declared, detected)).toBe(same));
