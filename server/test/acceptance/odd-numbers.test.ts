/** Numbers that are none, or have no place in a double, as each numeric parameter and field of all operations. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOpenApi } from '../read-openapi.ts';
import type { TestService } from '../service.ts';
import { shareTestService } from '../shared-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareTestService();
});
afterAll(() => service.stop());

interface Field {
  type?: string;
  properties?: Record<string, Field>;
  items?: Field;
  anyOf?: Field[];
  $ref?: string;
}

const document = readOpenApi();
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { operationId }]) => operationId !== undefined)
    .map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);

interface Operation {
  operationId: string;
  parameters?: { in: string; name: string; schema?: Field }[];
  requestBody?: {
    content: Record<string, { schema: Field; example?: unknown; examples?: Record<string, { value: unknown }> }>;
  };
}

const isNumeric = ({ type = '' }: Field) => ['integer', 'number'].includes(type);
const filled = (path: string, name?: string, value?: string) =>
  path.replace(/\{(\w+)\}/g, (_, other: string) =>
    other === name ? String(value) : other === 'projectName' ? 'default' : 'none',
  );

const parameters = operations.flatMap(({ operationId, method, path, parameters: all = [] }) =>
  all
    .filter(({ schema }) => schema && isNumeric(schema))
    .map(({ name, in: place }) => ({ operationId, method, path, name, place })),
);

test('there are such parameters', () => {
  expect(parameters.filter(({ name }) => name === 'limit').length).toBeGreaterThan(15);
});

const odd = ['Infinity', '-Infinity', '1e400', 'NaN', '-0', '0x10', '5 ', '', '9'.repeat(400), 'null', 'true'];

/** Those that read a body, or look a record up, judge that first. */
const judgedFirst = parameters.filter(
  ({ method, path, place }) => method === 'GET' && place === 'query' && !path.startsWith('/v1/'),
);

test.each(judgedFirst)('$operationId refuses odd numbers as $name by its name', async ({ path, name }) => {
  // -0 is a number of 0 to 1.
  for (const value of odd.filter((one) => one !== '-0' || name !== 'threshold')) {
    const at = `${filled(path)}?${name}=${encodeURIComponent(value)}`;
    const response = await fetch(service.url + at);
    const { errors, code } = (await response.json()) as { errors: unknown[]; code: string };
    expect([at, response.status, code]).toEqual([at, 400, 'invalid_input']);
    expect(errors).toContainEqual(expect.objectContaining({ pointer: `?${name}` }));
  }
});

test.each(parameters)('$operationId fails for no odd number as $name', async ({ method, path, name, place }) => {
  for (const value of odd.filter((one) => place === 'query' || one !== '')) {
    const encoded = encodeURIComponent(value);
    const at = place === 'path' ? filled(path, name, encoded) : `${filled(path)}?${name}=${encoded}`;
    const { status } = await fetch(service.url + at, { method });
    expect([at, status]).toEqual([at, expect.toSatisfy((code) => code >= 400 && code < 500)]);
  }
});

describe('in bodies', () => {
  const bodies = operations.flatMap(({ requestBody, ...operation }) => {
    const { schema } = requestBody?.content['application/json'] ?? {};
    const fields = schema ? numericFields(schema) : [];
    return fields.length > 0 ? [{ ...operation, fields }] : [];
  });

  /** Paths of the numeric fields of a schema. */
  function numericFields(field: Field, path: string[] = [], depth = 0): string[][] {
    if (depth > 6) return [];
    const named = /^#\/components\/schemas\/(.+)$/.exec(field.$ref ?? '')?.[1];
    if (named !== undefined) return numericFields(document.components.schemas[named], path, depth + 1);
    if (isNumeric(field)) return [path];
    const inside = Object.entries(field.properties ?? {}).flatMap(([name, one]) =>
      numericFields(one, [...path, name], depth + 1),
    );
    const branches = (field.anyOf ?? []).flatMap((one) => numericFields(one, path, depth + 1));
    const items = field.items ? numericFields(field.items, [...path, '0'], depth + 1) : [];
    return [...inside, ...branches, ...items];
  }

  const bodyWith = ([first, ...rest]: string[], value: string): string =>
    first === undefined
      ? value
      : first === '0'
        ? `[${bodyWith(rest, value)}]`
        : `{${JSON.stringify(first)}:${bodyWith(rest, value)}}`;

  const values = [
    '1e400',
    '1e308',
    '-1e308',
    '-0',
    '0.5',
    '9007199254740993',
    '"Infinity"',
    '"1e400"',
    'NaN',
    '1e-320',
  ];

  test.each(bodies)('$operationId answers odd numbers without failing', async ({ method, path, fields }) => {
    for (const field of fields.slice(0, 40))
      for (const value of values) {
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(service.url + filled(path), { method, headers, body: bodyWith(field, value) });
        const text = await response.text();
        expect([field, value, response.status, text.slice(0, response.status < 500 ? 0 : 300)]).toEqual([
          field,
          value,
          expect.toSatisfy((status) => status < 500),
          '',
        ]);
        if (['1e400', 'NaN'].includes(value)) expect([field, response.status]).toEqual([field, 400]);
      }
  });
});
