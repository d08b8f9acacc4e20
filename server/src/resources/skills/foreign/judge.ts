/** Runs in a worker only: schemas of strangers may take forever to compile or to apply. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type InputFault, ServiceError } from '../../../errors.ts';
import { inputFaults } from '../../../http/reply/input-faults.ts';
import type { JsonSchema } from '../toolset.ts';

/** Without `inlineRefs: false` each reference repeats the code of what it refers to. */
const options = {
  allErrors: true,
  verbose: true,
  strict: false,
  validateFormats: false,
  logger: false,
  inlineRefs: false,
} as const;
const mostKept = 200;
const mostFaults = 100;

/** By the whole text of the schema, so that only an equal schema shares a validator; ordered by last use. */
const kept = new Map<string, ValidateFunction>();
/** Compiled with the start of the worker, which is no part of a task's time. */
const ofSchemas = new Ajv2020(options);
ofSchemas.validateSchema({ type: 'object' });

/** Returns what is wrong with a value; nothing when it fits. */
export function judgeValue({ schema, value }: { schema: JsonSchema; value: unknown }): InputFault[] {
  const judge = validatorOf(schema);
  return judge(value) ? [] : inputFaults(judge.errors ?? []).slice(0, mostFaults);
}

/** Returns what is wrong with a JSON text; undefined when nothing is. */
export function judgeText({ schema, text }: { schema: JsonSchema; text: string }): string | undefined {
  const judge = validatorOf(schema);
  const value = readJson(text);
  if (value === undefined) return 'it is no JSON';
  if (judge(value)) return undefined;
  const [{ instancePath, message }] = judge.errors ?? [{ instancePath: '', message: 'does not fit' }];
  return `${instancePath || 'the value'} ${message}`;
}

/** Returns why a schema cannot be used; undefined when it can. */
export function checkSchema({ schema }: { schema: JsonSchema }): string | undefined {
  try {
    validatorOf(schema);
    return undefined;
  } catch (error) {
    const { cause } = error as ServiceError;
    return cause instanceof Error ? cause.message.slice(0, 200) : '';
  }
}

/** `undefined` is no JSON value. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `$async` would make a validator that answers later, with an error that nobody awaits. */
function validatorOf({ $schema: _, $id: __, $async: ___, ...schema }: JsonSchema): ValidateFunction {
  const text = JSON.stringify(schema);
  const judge = kept.get(text) ?? compile(schema);
  kept.delete(text);
  kept.set(text, judge);
  const [oldest] = kept.keys();
  if (kept.size > mostKept) kept.delete(oldest);
  return judge;
}

/** Uses an instance per schema, so that IDs of different schemas do not collide. */
function compile(schema: JsonSchema): ValidateFunction {
  try {
    if (!ofSchemas.validateSchema(schema)) throw new Error(ofSchemas.errorsText());
    return new Ajv2020({ ...options, validateSchema: false }).compile(schema);
  } catch (cause) {
    throw new ServiceError('tool_failed', 'The input schema of the tool cannot be read.', { cause });
  }
}
