import { writeFile } from 'node:fs/promises';
import { parseJsonBody, textOfJson } from '../../../../http/request/json-body.ts';
import { unwrapped } from '../../../../http/request/unwrap-body.ts';
import { compileCheck } from '../../../../http/request/validation.ts';
import { columnsOfRows } from '../../columns-of-rows.ts';
import { type ModelCreation, type ModelRetraining, modelCreation, modelRetraining } from '../../schemas.ts';
import type { KeepRequest, KeptInput } from './messages.ts';

const checks = { creation: compileCheck(modelCreation, 'json'), retraining: compileCheck(modelRetraining, 'json') };

/** Reads a long body of a training: its rows go to a file, line by line, and what is left is short. */
export async function keepRows({ bytes, kind, path }: KeepRequest): Promise<KeptInput> {
  const input = checks[kind](unwrapped(parseJsonBody(textOfJson(bytes)), 'model')) as ModelCreation | ModelRetraining;
  if (!input?.from || !('rows' in input.from)) return { input };
  const { rows } = input.from;
  const columns = columnsOfRows(rows);
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  return { input: { ...input, from: undefined }, rows: { path, count: rows.length, columns } };
}
