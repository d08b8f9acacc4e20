import { expect, it } from 'vitest';
import { parseJsonBody } from './json-body.ts';

function thrownBy(text: string): unknown {
  try {
    return parseJsonBody(text);
  } catch (error) {
    return error;
  }
}

it.each([
  ['{"a":\n tru}', 2, 2],
  ['[1,2', 1, 5],
  ['{"a" 1}', 1, 6],
  ['\n\n}', 3, 1],
  ['{"a": 1,}', 1, 9],
])('tells where %j goes wrong', (text, line, column) => {
  expect(thrownBy(text)).toMatchObject({ code: 'invalid_json', extensions: { line, column } });
});

it('keeps names like __proto__ as data', () => {
  const body = parseJsonBody('{"__proto__": 1, "constructor": 2}') as object;
  expect(Object.keys(body)).toEqual(['__proto__', 'constructor']);
});

it.each([
  ['nesting without end', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'invalid_json'],
  ['nesting that breaks off', '{"a":'.repeat(200_000), 'invalid_json'],
  ['a number beyond numbers', '{"a": [1, -1e999]}', 'invalid_input'],
  ['a NUL in a text', '{"a": ["\\u0000"]}', 'invalid_input'],
  ['a NUL in a name', '{"\\u0000": 1}', 'invalid_input'],
  ['half of a character', '{"a": ["\\ud83c"]}', 'invalid_input'],
  ['half of a character in a name', '{"\\uDFE0": 1}', 'invalid_input'],
])('refuses %s', (_name, text, code) => {
  expect(thrownBy(text)).toMatchObject({ code });
});

it('takes both halves of a character', () => {
  expect(parseJsonBody('"\\ud83c\\udfe0"')).toBe('🏠');
  expect(parseJsonBody('"\\\\ud83c"')).toBe('\\ud83c');
});

it('takes a backslash before u0000, and a hundred levels', () => {
  expect(parseJsonBody('"\\\\u0000"')).toBe('\\u0000');
  expect(thrownBy(`${'['.repeat(100)}${']'.repeat(100)}`)).toHaveLength(1);
});

it.each([
  ['brackets within brackets', `${'['.repeat(101)}${']'.repeat(101)}`],
  ['objects within objects', `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`],
])('refuses %s without end', (_, text) => {
  expect(thrownBy(text)).toMatchObject({ code: 'invalid_json', message: expect.stringContaining('100 levels') });
});

it.each([
  ['brackets in strings', JSON.stringify(['['.repeat(200), '\\', '"{'.repeat(200), '\\"[['])],
  ['brackets side by side', `[${'[],{},'.repeat(500)}1]`],
])('takes %s', (_, text) => {
  expect(parseJsonBody(text)).toEqual(JSON.parse(text));
});

it('refuses numbers that only fit as infinity, and says where', () => {
  expect(thrownBy('{"a":[1,{"b/c":-1e999}]}')).toMatchObject({ errors: [{ pointer: '/a/1/b~1c', code: 'too_large' }] });
  expect(thrownBy(`[${'9'.repeat(400)}]`)).toMatchObject({ errors: [{ pointer: '/0' }] });
  expect(parseJsonBody('["e999", 1e300]')).toEqual(['e999', 1e300]);
});

it.each([
  ['behind other numbers', `[${'1.5,'.repeat(1000)}${'9'.repeat(310)}]`, '/1000'],
  ['of just three hundred and ten digits', `[-1${'0'.repeat(309)}]`, '/0'],
  ['with an exponent in a deep place', `[{"a":[[1],{"b":1E+400}]}]`, '/0/a/1/b'],
])('finds a number beyond numbers %s', (_, text, pointer) => {
  expect(thrownBy(text)).toMatchObject({ errors: [{ pointer, code: 'too_large' }] });
});

it('names the place of a NUL, and of the object that has one in a name', () => {
  expect(thrownBy('[1,{"a":["b\\u0000"]}]')).toMatchObject({ errors: [{ pointer: '/1/a/0' }] });
  expect(thrownBy('[1,{"a":{"b\\u0000":1}}]')).toMatchObject({ errors: [{ pointer: '/1/a' }] });
});
