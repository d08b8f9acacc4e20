import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ServiceError } from '../../errors.ts';
import type { JsonSchema } from './toolset.ts';

const options = { allErrors: true, verbose: true, strict: false, validateFormats: false, logger: false } as const;
/** Compiled ones that are kept: each conversation makes the tools of its agent anew. */
const mostKept = 500;

/** By the whole text of the schema, so that equal ones share what is compiled from it; the one used last comes last. */
const kept = new Map<string, ValidateFunction>();
/** To compile the schema of schemas takes tens of milliseconds of the main thread: it is done once. */
let ofSchemas: Ajv2020 | undefined;

/** @throws ServiceError `tool_failed` when the schema is none */
export function judgeOf({ $schema: _, $id: __, ...schema }: JsonSchema): ValidateFunction {
  const text = JSON.stringify(schema);
  const judge = kept.get(text) ?? compile(schema);
  kept.delete(text);
  kept.set(text, judge);
  const [oldest] = kept.keys();
  if (kept.size > mostKept) kept.delete(oldest);
  return judge;
}

/** In an instance of its own: IDs inside of one schema must not meet those of another. */
function compile(schema: JsonSchema): ValidateFunction {
  try {
    ofSchemas ??= new Ajv2020(options);
    if (!ofSchemas.validateSchema(schema)) throw new Error(ofSchemas.errorsText());
    return new Ajv2020({ ...options, validateSchema: false }).compile(schema);
  } catch (cause) {
    throw new ServiceError('tool_failed', 'The input schema of the tool cannot be read.', { cause });
  }
}
