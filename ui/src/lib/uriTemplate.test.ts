import { describe, expect, it } from 'vitest';
import { previewUri } from './uriTemplate';

// Values and answers of RFC 6570, section 3.2.
const variables = {
  var: 'value',
  hello: 'Hello World!',
  half: '50%',
  path: '/foo/bar',
  x: '1024',
  y: '768',
  who: 'fred',
  empty: '',
};

const check = (template: string, expected: string): void => {
  it(`${template} becomes ${expected}`, () => {
    const parts = previewUri(template, variables);
    expect(parts.map((part) => part.text).join('')).toBe(expected);
  });
};

describe('previewUri', () => {
  check('{var}', 'value');
  check('{hello}', 'Hello%20World%21');
  check('{half}', '50%25');
  check('O{empty}X', 'O{empty}X');
  check('map?{x,y}', 'map?1024,768');
  check('{var:3}', 'val');
  check('{+hello}', 'Hello%20World!');
  check('{+path}/here', '/foo/bar/here');
  check('here?ref={+path}', 'here?ref=/foo/bar');
  check('{#hello}', '#Hello%20World!');
  check('X{.x,y}', 'X.1024.768');
  check('{/var,x}/here', '/value/1024/here');
  check('{;x,y}', ';x=1024;y=768');
  check('{?x,y,undef}', '?x=1024&y=768');
  check('?fixed=yes{&x}', '?fixed=yes&x=1024');
  check('demo://notes/{missing}', 'demo://notes/{missing}');

  it('tells what was filled in from what was written', () => {
    expect(previewUri('demo://{who}/{none}', variables)).toEqual([
      { kind: 'literal', text: 'demo://' },
      { kind: 'filled', text: 'fred' },
      { kind: 'literal', text: '/' },
      { kind: 'open', text: '{none}' },
    ]);
  });
});
