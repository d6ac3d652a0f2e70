import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createStore, openAppState, statePart } from './store';

const SRC = join(import.meta.dirname, '..');

/** Maps and sets at the top level of a module that are no state, and why. */
const NO_STATE = [
  // What follows from the key alone.
  'features/resources/kinds.ts kindsByType',
  'kit/SchemaForm/shape.ts caches',
  // Each key and button leaves it when it is taken away.
  'kit/typingBurst.ts bound',
  'kit/useArmed.ts looks',
];

it('a page that opens remembers nothing', () => {
  const store = createStore('start');
  const map = statePart(() => new Map<string, number>());
  store.set('changed');
  map().set('a', 1);
  openAppState();
  expect({ store: store.get(), map: [...map()] }).toEqual({ store: 'start', map: [] });
});

it('every map or set at the top level of a module is part of the state of the page', () => {
  const found = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /^(?:api|app|entities|features|kit|lib)\/.*(?<!\.test)\.tsx?$/u.test(name))
    .flatMap((name) =>
      [...readFileSync(join(SRC, name), 'utf8').matchAll(/^const (\w+) = new (?:Map|Set)<.*>\(\);$/gmu)].map(
        ([, variable]) => `${name} ${variable}`,
      ),
    );
  expect(found.toSorted(), 'made with statePart() of lib/store.ts, or listed here').toEqual(NO_STATE);
});
