import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { InputFault } from '../../errors.ts';
import { inputFaults } from '../../http/reply/input-faults.ts';
import type { JsonSchema } from './toolset.ts';

const options = { allErrors: true, verbose: true, strict: false, logger: false } as const;
/** Maximum cached validators: each conversation makes its agent's tools anew. */
const mostKept = 500;

/** By the text of the schema, so that equal schemas share a validator; ordered by last use. */
const kept = new Map<string, ValidateFunction>();

/** Returns what is wrong with an input by a schema that this service wrote; those of strangers are judged in workers. */
export function judgeByOwn(schema: JsonSchema, value: unknown): InputFault[] {
  const judge = validatorOf(schema);
  return judge(value) ? [] : inputFaults(judge.errors ?? []);
}

function validatorOf(schema: JsonSchema): ValidateFunction {
  const text = JSON.stringify(schema);
  const judge = kept.get(text) ?? new Ajv2020({ ...options, validateSchema: false }).compile(schema);
  kept.delete(text);
  kept.set(text, judge);
  const [oldest] = kept.keys();
  if (kept.size > mostKept) kept.delete(oldest);
  return judge;
}
