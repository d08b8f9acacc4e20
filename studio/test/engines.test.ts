/** The form of connections follows a list of its own, because the page does not load the document of the API. */
import { expect, test } from 'vitest';
import { engines as serverEngines } from '../../server/src/resources/connections/engines.ts';
import { readOpenApi } from '../../server/test/read-openapi.ts';
import { engines } from '../src/connections/engines.ts';

test('the form knows every engine that the service connects to, and no other', () => {
  const { enum: known } = readOpenApi().components.schemas.Connection.properties.engine;
  expect(Object.keys(engines).sort()).toEqual(known.toSorted());
});

test('what the service keeps as a secret is hidden while it is typed', () => {
  const shown = serverEngines.flatMap(({ name, secrets }) =>
    secrets.filter(
      (key: string) => !/secret/.test(engines[name].fields.find((field) => field.key === key)?.kind ?? ''),
    ),
  );
  expect(shown).toEqual([]);
});
