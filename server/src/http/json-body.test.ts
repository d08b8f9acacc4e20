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
