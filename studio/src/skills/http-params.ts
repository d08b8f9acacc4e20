/** A field of a request: in its path, its query or its body. */
export interface Field {
  name: string;
  description: string;
  /** A type of JSON Schema. */
  type: string;
  required: boolean;
}

type Schema = Record<string, unknown>;

export interface Parameter {
  name: string;
  in?: 'path' | 'query';
  description?: string;
  required?: boolean;
  schema?: Schema;
}

export interface HttpRequest {
  name: string;
  description?: string;
  method?: string;
  path: string;
  parameters?: Parameter[];
  body?: Schema;
}

export type HttpParams = {
  base_url?: string;
  requests?: HttpRequest[];
  openapi?: string | object;
  operations?: string[];
  headers?: Record<string, string>;
  timeout_ms?: number;
  max_bytes?: number;
};

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Makes the params of a skill from an address as it stands in a browser: each part of its query becomes a parameter. */
export function paramsOfAddress(address: string): HttpParams {
  const { origin, pathname, searchParams } = new URL(address);
  const parameters = [...new Set(searchParams.keys())].map((name) => ({ name, in: 'query' as const }));
  const words = pathname.split('/').filter((word) => /^[A-Za-z][A-Za-z_-]*$/.test(word));
  const name = (words.at(-1) ?? 'ask').slice(0, 40);
  return { base_url: origin, requests: [{ name, method: 'GET', path: pathname, parameters }] };
}

/** Fields in braces in the path are its parameters, and no others. */
export function withPath(request: HttpRequest, path: string): HttpRequest {
  const { parameters = [] } = request;
  const named = [...new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name))];
  const kept = (name: string) => parameters.find((one) => one.in === 'path' && one.name === name);
  const inPath = named.map((name): Parameter => kept(name) ?? { name, in: 'path', required: true });
  return { ...request, path, parameters: [...inPath, ...parameters.filter((one) => one.in !== 'path')] };
}

export function fieldOfParameter({
  name,
  description = '',
  required = false,
  schema = {},
  in: place,
}: Parameter): Field {
  return { name, description, type: String(schema.type ?? 'string'), required: required || place === 'path' };
}

export function parameterOfField(
  { name, description, type, required }: Field,
  former: Parameter | undefined,
): Parameter {
  const schema = type === 'string' ? former?.schema : { ...former?.schema, type };
  return {
    name,
    in: former?.in ?? 'query',
    required,
    ...(description ? { description } : {}),
    ...(schema ? { schema: { ...schema, type } } : {}),
  };
}

/** Returns the fields of a body; undefined when its schema says more than a list of fields can. */
export function fieldsOfBody(schema: Schema): Field[] | undefined {
  const { type, properties = {}, required = [], ...others } = schema;
  if ((type !== undefined && type !== 'object') || Object.keys(others).length > 0) return undefined;
  const fields = Object.entries(properties as Record<string, Schema>);
  if (fields.some(([, field]) => Object.keys(field).some((key) => key !== 'type' && key !== 'description')))
    return undefined;
  return fields.map(([name, field]) => ({
    name,
    description: String(field.description ?? ''),
    type: String(field.type ?? 'string'),
    required: (required as string[]).includes(name),
  }));
}

export function bodyOfFields(fields: readonly Field[]): Schema {
  const properties = fields.map(({ name, type, description }) => [
    name,
    { type, ...(description ? { description } : {}) },
  ]);
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 ? { required } : {}) };
}

/** Returns the names of the operations in an OpenAPI document, in JSON or YAML. */
export function operationsIn(document: string): string[] {
  return [...new Set([...document.matchAll(/["']?operationId["']?\s*:\s*["']?([\w.-]+)/g)].map(([, id]) => id))];
}
