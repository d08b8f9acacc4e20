import type { FeatureRole } from '../description.ts';
import { TrainingError } from '../errors.ts';
import type { TrainRequest } from '../request.ts';
import type { Table } from '../table.ts';
import { type Field, readField } from './fields.ts';
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
  const columns: SourceColumn[] = [];
  const fields: Field[] = [];
  for (const column of table.columns) {
    const profile = profileOf(column);
    const role = column.name === target ? 'target' : ignore.includes(column.name) ? 'ignored' : roleOf(profile);
    columns.push({ profile, role });
    if (role === 'feature') fields.push(readField(column, profile, rows));
  }
  if (fields.length === 0)
    throw new TrainingError(
      'no_inputs',
      `no column is left to learn \`${target}\` from: the others are ignored, empty, constant or identifiers`,
    );
  return { columns, fields };
}

function roleOf({ kind }: ColumnProfile): FeatureRole {
  if (kind === 'identifier') return 'identifier';
  return kind === 'constant' || kind === 'empty' ? 'constant' : 'feature';
}
