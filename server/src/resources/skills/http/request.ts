import type { JsonSchema } from '../toolset.ts';

interface HttpParameter {
  name: string;
  in: 'path' | 'query';
  description?: string;
  required?: boolean;
  schema?: JsonSchema;
}

/** A request that a tool may send. */
export interface HttpRequest {
  name: string;
  description: string;
  method: string;
  /** Below the base address, with `{name}` for parameters. */
  path: string;
  parameters: HttpParameter[];
  /** Schema of the JSON body; without it no body is sent. */
  body?: JsonSchema;
}

/** Returns the schema of the tool's input: the parameters by name, and `body`. */
export function inputOf({ parameters, body }: HttpRequest): JsonSchema {
  const properties = parameters.map(({ name, description, schema = {} }) => [
    name,
    { type: 'string', ...schema, ...(description ? { description } : {}) },
  ]);
  const required = parameters.filter((parameter) => parameter.in === 'path' || parameter.required);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), ...(body ? { body } : {}) },
    required: [...required.map(({ name }) => name), ...(body ? ['body'] : [])],
    additionalProperties: false,
  };
}
