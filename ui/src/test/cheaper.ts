import CSSPropertyManager from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js';
import * as React from 'react';

/** React's record of the elements made of late, each of the first thousands with the stack it was made on. */
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);

/** Leaves out work of React and happy-dom that nothing here sees, and that took up to a fifth of the time of a file. */
export function leaveOutUnseenWork(): void {
  // Stacks of the elements' makers, which only the tools for developers show: as if very many had been made already.
  if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals))
    throw new Error('React counts the stacks it takes differently now: look again at src/test/cheaper.ts');
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.MAX_SAFE_INTEGER,
    set: () => {},
  });
  // What each element inherits of its parents' style. `structuredClone` takes many times as long.
  CSSPropertyManager.prototype.clone = function clone(): CSSPropertyManager {
    const copy = new CSSPropertyManager();
    for (const [name, property] of Object.entries(this.properties)) copy.properties[name] = { ...property };
    Reflect.set(copy, 'definedPropertyNames', { ...Reflect.get(this, 'definedPropertyNames') });
    return copy;
  };
}
