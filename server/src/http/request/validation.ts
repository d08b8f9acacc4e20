import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { invalidInput } from '../../errors.ts';
import { inputFaults } from '../reply/input-faults.ts';
import { UnreadBody } from './unread-body.ts';

interface RouteSchema {
  schema: unknown;
  httpPart?: string;
}

const options = { allErrors: true, verbose: true, useDefaults: true, strict: false, strictNumbers: true } as const;
/**
 * Bodies are validated as they are; path, query and form arrive as text, from which numbers and booleans are converted.
 */
const ajvs = {
  json: once(() => new Ajv({ ...options })),
  text: once(() => new Ajv({ ...options, coerceTypes: true })),
};

/** Each takes some milliseconds, so it is made with the first schema that is compiled. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export function validateInputs(app: FastifyInstance): void {
  app.setValidatorCompiler(compileValidator);
  refuseUnknownParameters(app);
}

function compileValidator({ schema, httpPart }: RouteSchema) {
  return compileLate(() => ajvs[httpPart === 'body' ? 'json' : 'text']().compile(schema as object));
}

/** Skips bodies of routes with `leaveUnreadFrom`: their handler validates them. */
export function validateWhatIsRead(part: RouteSchema) {
  const validate = compileValidator(part);
  const validateRead = (data: unknown): boolean => {
    const valid = data instanceof UnreadBody || validate(data);
    validateRead.errors = valid ? null : validate.errors;
    return valid;
  };
  validateRead.errors = undefined as typeof validate.errors;
  return validateRead;
}

/** Compiles a route's validators with its first request, because most routes are used late or never. */
function compileLate(compile: () => ValidateFunction) {
  let compiled: ValidateFunction | undefined;
  const validate = (data: unknown): boolean => {
    compiled ??= compile();
    const valid = compiled(data);
    validate.errors = compiled.errors;
    return valid;
  };
  validate.errors = undefined as ValidateFunction['errors'];
  return validate;
}

/** Refuses unknown query parameters, also on routes without any, so that none is silently ignored. */
function refuseUnknownParameters(app: FastifyInstance): void {
  const none = Type.Object({}, { additionalProperties: false });
  app.addHook('onRoute', ({ url, schema }) => {
    if (schema && url.startsWith('/api/')) schema.querystring ??= none;
  });
}

/**
 * Compiles a check for input without a route schema: it returns the input with its type, or throws `invalid_input`.
 * @param place pointer of the input in the body
 */
export function compileCheck<Shape extends TSchema>(schema: Shape, arrivesAs: 'json' | 'text', place = '') {
  const validate = compileLate(() => ajvs[arrivesAs]().compile(schema));
  return (input: unknown): Static<Shape> => {
    if (validate(input)) return input as Static<Shape>;
    throw invalidInput(
      inputFaults(validate.errors ?? []).map((fault) => ({ ...fault, pointer: place + fault.pointer })),
    );
  };
}
