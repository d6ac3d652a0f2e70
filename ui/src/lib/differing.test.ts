import { expect, it } from 'vitest';
import { placeOf } from './differing';

it.each([
  ['', 'text', ''],
  ['/description', 'description', ''],
  ['/inputSchema/properties/context', 'context', 'inputSchema'],
  ['/inputSchema/properties', 'properties', 'inputSchema'],
  ['/transport/args/0', 'args[0]', 'transport'],
  ['/a~1b/2/3', 'a/b[2][3]', ''],
  ['/0', '0', ''],
])('%s', (path, field, within) => expect(placeOf(path)).toEqual({ field, within }));
