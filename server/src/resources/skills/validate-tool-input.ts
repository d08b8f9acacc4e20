import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ServiceError } from '../../errors.ts';
import type { JsonSchema } from './toolset.ts';

const options = { allErrors: true, verbose: true, strict: false, validateFormats: false, logger: false } as const;
/** Maximum cached validators: each conversation makes its agent's tools anew. */
const mostKept = 500;

/** By the text of the schema, so that equal schemas share a validator; ordered by last use. */
const kept = new Map<string, ValidateFunction>();
/** Compiling the meta-schema takes tens of milliseconds of the main thread, so it is done once. */
let ofSchemas: Ajv2020 | undefined;

/**
 * Returns the validator of a schema.
 * @throws ServiceError `tool_failed` for an invalid schema
 */
export function validatorOf({ $schema: _, $id: __, ...schema }: JsonSchema): ValidateFunction {
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
    ofSchemas ??= new Ajv2020(options);
    if (!ofSchemas.validateSchema(schema)) throw new Error(ofSchemas.errorsText());
    return new Ajv2020({ ...options, validateSchema: false }).compile(schema);
  } catch (cause) {
    throw new ServiceError('tool_failed', 'The input schema of the tool cannot be read.', { cause });
  }
}
