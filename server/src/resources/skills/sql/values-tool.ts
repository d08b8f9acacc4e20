import { invalidField } from '../../../errors.ts';
import { defineTool } from '../define-tool.ts';
import type { Tool } from '../toolset.ts';
import { lookUpValues } from './near-values.ts';
import type { SqlSource } from './source.ts';

const input = {
  type: 'object',
  properties: {
    column: { type: 'string', minLength: 1, maxLength: 500, description: 'A column, as `column` or `table.column`.' },
    text: { type: 'string', maxLength: 200, description: 'Part of a value, or how it may be written.' },
  },
  required: ['column', 'text'],
  additionalProperties: false,
};

/** Makes the tool that looks up how the values of a column are spelt. */
export function defineValuesTool(skill: string, source: SqlSource): Tool {
  return defineTool({
    skill,
    name: 'find_values',
    description: 'Tells which values of a column hold a text, or are written most like it, with their numbers of rows.',
    parameters: input,
    async run({ column, text }, { signal }) {
      const found = findColumns(source, String(column));
      if (found.length === 0) throw invalidField('/column', 'is in no table that can be asked here', 'not_allowed');
      const values = await Promise.all(
        found.slice(0, 3).map((one) => lookUpValues(source, { ...one, text: String(text).trim() }, signal)),
      );
      return { content: { found: values }, details: { column, text } };
    },
  });
}

/** Returns the column in every table that has it; a table name before it selects one. */
function findColumns({ tables }: SqlSource, named: string): { table: string; column: string }[] {
  const plain = named.replaceAll('"', '').toLowerCase();
  return tables.flatMap((table) =>
    table.columns
      .filter(({ name }) => [name, `${table.name}.${name}`].some((one) => one.toLowerCase() === plain))
      .map(({ name }) => ({ table: table.name, column: name })),
  );
}
