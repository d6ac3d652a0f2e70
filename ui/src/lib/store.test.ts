import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMap, createStore, resetState } from './store';

const SRC = join(import.meta.dirname, '..');

/** Maps and sets at the top level of a module that need no reset, and why. */
const WITHOUT_RESET = [
  // What follows from the key alone.
  'features/resources/kinds.ts kindsByType',
  'kit/SchemaForm/shape.ts caches',
  // Each key and button leaves it when it is taken away.
  'kit/typingBurst.ts bound',
  'kit/useArmed.ts looks',
];

it('the state of modules is put back to what it is when the page opens, and followers hear of it', () => {
  const store = createStore('start');
  const map = createMap<string, number>();
  store.set('changed');
  map.set('a', 1);
  const heard: string[] = [];
  store.subscribe(() => heard.push(store.get()));
  resetState();
  expect({ store: store.get(), map: [...map], heard }).toEqual({ store: 'start', map: [], heard: ['start'] });
});

it('every map or set that is state of a module is reset between tests', () => {
  const found = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /^(?:api|app|entities|features|kit|lib)\/.*(?<!\.test)\.tsx?$/u.test(name))
    .flatMap((name) =>
      [...readFileSync(join(SRC, name), 'utf8').matchAll(/^const (\w+) = new (?:Map|Set)<.*>\(\);$/gmu)].map(
        ([, variable]) => `${name} ${variable}`,
      ),
    );
  expect(found.toSorted(), 'made with createMap of lib/store.ts, or listed here').toEqual(WITHOUT_RESET);
});
