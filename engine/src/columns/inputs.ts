import type { FeatureRole } from '../description.ts';
import { TrainingError } from '../errors.ts';
import { isNumeric } from '../readings/reading.ts';
import type { TrainRequest } from '../request.ts';
import type { Table } from '../table.ts';
import { type Field, readField } from './fields.ts';
import { isIdentifierName } from './identifiers.ts';
import { type ColumnProfile, profileColumn } from './profile.ts';

/** A source column with its role in the training. */
export interface SourceColumn {
  profile: ColumnProfile;
  role: FeatureRole;
}

export interface Inputs {
  columns: SourceColumn[];
  /** The feature columns, at the labelled rows. */
  fields: Field[];
}

/** Profiles all columns with `profileOf`, sets aside those that cannot help, and reads the others at the given rows. */
export function readInputs(table: Table, request: TrainRequest, rows: Int32Array, profileOf = profileColumn): Inputs {
  const { target, ignore = [] } = request;
  const known = new Set(table.columns.map((column) => column.name));
  for (const name of ignore)
    if (!known.has(name))
      throw new TrainingError('column_not_found', `the table has no column \`${name}\` to ignore`, name);
  const columns = table.columns.map((column): SourceColumn => {
    const profile = profileOf(column);
    const role = column.name === target ? 'target' : ignore.includes(column.name) ? 'ignored' : roleOf(profile);
    return { profile, role };
  });
  if (!columns.some(isFeature)) useNumbering(columns);
  const fields = columns.flatMap((column, index) =>
    isFeature(column) ? [readField(table.columns[index], column.profile, rows)] : [],
  );
  if (fields.length === 0)
    throw noInputs(
      target,
      columns.map(({ profile: { name }, role }) => ({ name, role })),
    );
  return { columns, fields };
}

const whySetAside: Partial<Record<FeatureRole, string>> = {
  ignored: 'ignored',
  constant: 'empty or constant',
  identifier: 'identifiers, which name or number the rows',
};
const mostNamed = 5;

/** @param columns those that are left out, by why they are */
export function noInputs(target: string, columns: readonly { name: string; role: FeatureRole }[]): TrainingError {
  const reasons = Object.entries(whySetAside).flatMap(([role, why]) => {
    const names = columns.filter((column) => column.role === role).map(({ name }) => `\`${name}\``);
    const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
    return names.length === 0 ? [] : [`${names.slice(0, mostNamed).join(', ')}${more} (${why})`];
  });
  const left = reasons.length === 0 ? 'the table has no other' : `left out are ${reasons.join(', ')}`;
  return new TrainingError('no_inputs', `no column is left to learn \`${target}\` from: ${left}`);
}

function isFeature({ role }: SourceColumn): boolean {
  return role === 'feature';
}

/** Numbers that count the rows, and are not called an identifier, are all that a table of `x` and `y` has. */
function useNumbering(columns: SourceColumn[]): void {
  for (const [index, { profile, role }] of columns.entries())
    if (role === 'identifier' && isNumeric(profile.reading) && !isIdentifierName(profile.name))
      columns[index] = { profile: { ...profile, kind: 'number' }, role: 'feature' };
}

function roleOf({ kind }: ColumnProfile): FeatureRole {
  if (kind === 'identifier') return 'identifier';
  return kind === 'constant' || kind === 'empty' ? 'constant' : 'feature';
}
