/** The parts of an OpenAPI schema that values are generated from. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Operation {
  operationId: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** Undefined when no key is needed. */
  'x-roles'?: string[];
  /** Bodies by media type. */
  bodies: Record<string, Content>;
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

export interface ApiDocument {
  paths: Record<
    string,
    Record<string, Omit<Operation, 'method' | 'path'> & { requestBody?: { content: Operation['bodies'] } }>
  >;
  components: { schemas: Record<string, Schema> };
}

export function listOperations({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, parameters = [], ...rest }]) => ({
      ...rest,
      path,
      method: method.toUpperCase(),
      parameters,
      bodies: requestBody?.content ?? {},
    })),
  );
}
