import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { invalidInput } from '../../errors.ts';
import { inputFaults } from '../reply/input-faults.ts';
import { countMembers } from './count-members.ts';
import { UnreadBody } from './unread-body.ts';

interface RouteSchema {
  schema: unknown;
  httpPart?: string;
}

const options = {
  verbose: true,
  useDefaults: true,
  strict: false,
  strictNumbers: true,
  validateSchema: false,
  meta: false,
} as const;
/**
 * Bodies are validated as they are; path, query and form arrive as text, from which numbers and booleans are converted.
 * The first ones end with the first fault, the others find all.
 */
const ajvs = {
  json: [once(() => new Ajv({ ...options })), once(() => new Ajv({ ...options, allErrors: true }))],
  text: [
    once(() => new Ajv({ ...options, coerceTypes: true })),
    once(() => new Ajv({ ...options, coerceTypes: true, allErrors: true })),
  ],
} as const;

/** Each takes some milliseconds, so it is made with the first schema that is compiled. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Whether a validator was compiled in this turn, which took up to 50 ms. */
let hasCompiled = false;

export function validateInputs(app: FastifyInstance): void {
  app.setValidatorCompiler(compileValidator);
  app.addHook('preHandler', (_request, _reply, done) => {
    if (!hasCompiled) return done();
    hasCompiled = false;
    setImmediate(done); // the work itself has a turn of its own
  });
  refuseUnknownParameters(app);
}

function compileValidator({ schema, httpPart }: RouteSchema) {
  return compileFor(schema as TSchema, httpPart === 'body' ? 'json' : 'text');
}

function compileFor(schema: TSchema, arrivesAs: 'json' | 'text') {
  const [first, all] = ajvs[arrivesAs].map((ajv) => compileLate(() => ajv().compile(schema)));
  const compiled = tellFaults(first, all);
  return arrivesAs === 'json' ? compiled : readNumbersStrictly(schema, compiled);
}

/** Of a value with more members only the first fault is told: to write down a million takes seconds. */
const mostMembers = 10_000;

function tellFaults(first: Validate, all: Validate): Validate {
  const validate: Validate = (data) => {
    if (first(data)) return true;
    validate.errors = first.errors;
    if (countMembers(data, mostMembers) < mostMembers && !all(data)) validate.errors = all.errors;
    return false;
  };
  validate.errors = null;
  return validate;
}

const numberTexts: Record<string, RegExp> = {
  integer: /^-?\d{1,20}$/,
  number: /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i,
};

/**
 * Accepts only numbers as people write them. Ajv converts what JavaScript does, such as `0x10`, and lets no limit apply
 * to `Infinity` and `1e400`.
 */
function readNumbersStrictly(schema: TSchema, validate: Validate): Validate {
  const fields = Object.entries((schema as { properties?: Record<string, { type?: unknown }> }).properties ?? {});
  const numeric = fields.filter(([, field]) => String(field.type) in numberTexts);
  const validateTexts: Validate = (data) => {
    const given = (data ?? {}) as Record<string, unknown>;
    const odd = numeric.filter(([name, { type }]) => isOddNumber(given[name], String(type)));
    const valid = odd.length === 0 && validate(data);
    validateTexts.errors =
      odd.length === 0
        ? validate.errors
        : odd.map(([name, { type }]) => ({
            instancePath: `/${name}`,
            schemaPath: `#/properties/${name}/type`,
            keyword: 'type',
            params: { type },
            data: given[name],
          }));
    return valid;
  };
  validateTexts.errors = null;
  return validateTexts;
}

function isOddNumber(value: unknown, type: string): boolean {
  return typeof value === 'string' && !(numberTexts[type].test(value) && Number.isFinite(Number(value)));
}

/** Skips bodies of routes with `leaveUnreadFrom`: their handler validates them. */
export function validateWhatIsRead(part: RouteSchema) {
  const validate = compileValidator(part);
  const validateRead = (data: unknown): boolean => {
    const valid = data instanceof UnreadBody || validate(data);
    validateRead.errors = valid ? null : validate.errors;
    return valid;
  };
  validateRead.errors = undefined as Validate['errors'];
  return validateRead;
}

interface Validate {
  (data: unknown): boolean;
  errors?: ValidateFunction['errors'];
}

/** Compiles a route's validators with its first request, because most routes are used late or never. */
function compileLate(compile: () => ValidateFunction): Validate {
  let compiled: ValidateFunction | undefined;
  const validate: Validate = (data) => {
    if (compiled === undefined) {
      compiled = compile();
      hasCompiled = true;
    }
    const valid = compiled(data);
    validate.errors = compiled.errors;
    return valid;
  };
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
  const validate = compileFor(schema, arrivesAs);
  return (input: unknown): Static<Shape> => {
    if (validate(input)) return input as Static<Shape>;
    throw invalidInput(
      inputFaults(validate.errors ?? []).map((fault) => ({ ...fault, pointer: place + fault.pointer })),
    );
  };
}
