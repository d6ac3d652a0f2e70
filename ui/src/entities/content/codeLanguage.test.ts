import { expect, test } from 'vitest';
import { codeLanguage } from './codeLanguage';

test.each([
  ['application/json; charset=utf-8', 'x:', 'json'],
  ['application/ld+json', 'x:', 'json'],
  ['image/svg+xml', 'x:', 'xml'],
  ['TEXT/X-Python', 'x:', 'python'],
  ['text/plain', 'file:///src/main.rs', 'rust'],
  ['text/plain', 'file:///src/main.rs?a=b.py#c.go', 'rust'],
  [null, 'repo://x/Dockerfile', 'dockerfile'],
  [null, 'repo://x/CMakeLists.txt', 'plain'],
  ['text/html', 'file:///a/README.md', 'html'],
  ['text/plain', 'x:a.constructor', 'plain'],
  ['constructor', 'x:a', 'plain'],
  ['__proto__', 'x:', 'plain'],
  [null, '', 'plain'],
])('%s at %s is %s', (type, uri, language) => expect(codeLanguage(type, uri)).toBe(language));
