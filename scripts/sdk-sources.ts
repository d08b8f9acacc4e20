/** The parts of the OpenAPI document that the sdk is generated from. */

interface Body {
  content?: Record<string, { example?: unknown; examples?: unknown }>;
}
interface Operation {
  operationId: string;
  parameters?: { $ref?: string }[];
  requestBody?: Body;
  responses: Record<string, Body>;
}
interface Document {
  components: { responses?: unknown };
  paths: Record<string, Record<string, Operation>>;
}

/**
 * Returns the document without error responses, which repeat `Problem` and make four fifths of the types, and without
 * recorded examples, which would double the rest.
 */
export function onlyForTypes(text: string): string {
  const document = JSON.parse(text) as Document;
  delete document.components.responses; // all of them are errors
  for (const [, , operation] of operationsOf(document)) {
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).filter(([status]) => status.startsWith('2')),
    );
    for (const { content = {} } of [operation.requestBody ?? {}, ...Object.values(operation.responses)])
      for (const body of Object.values(content)) {
        delete body.example;
        delete body.examples;
      }
  }
  return JSON.stringify(document);
}

/** Returns the types without those for calls by path: the sdk calls operations by name. */
export function withoutPaths(types: string): string {
  return types
    .replace(/^export interface paths \{\n.*?^\}\n/ms, '')
    .replace(/^export type (webhooks|\$defs) = .*\n/gm, '');
}

const keyHeader = '#/components/parameters/header.idempotency-key';

/** Returns method and path of every operation; `!` after the method means that it accepts an `Idempotency-Key`. */
export function printOperations(text: string): string {
  const lines = operationsOf(JSON.parse(text) as Document).map(([path, method, { operationId, parameters = [] }]) => {
    const takesKey = parameters.some(({ $ref }) => $ref === keyHeader);
    return `  ${operationId}: '${method.toUpperCase()}${takesKey ? '!' : ''} ${path}',`;
  });
  return [
    '/** Written by scripts/openapi.ts. Method and path of every operation; `!`: it takes an `Idempotency-Key`. */',
    'export const operationAddresses = {',
    ...lines,
    '} as const;',
    '',
  ].join('\n');
}

function operationsOf({ paths }: Document): [path: string, method: string, operation: Operation][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [path, method, operation]),
  );
}
