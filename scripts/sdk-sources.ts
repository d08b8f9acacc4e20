/** What the sdk generates from the OpenAPI document at its build, as it is not kept in the repository. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const sdk = join(import.meta.dirname, '../sdk');

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

/** Returns the texts of the files by their paths: the types, and a table of the operations. */
export function printSdkSources(document: string): Record<string, string> {
  return {
    [join(sdk, 'src/generated/api.ts')]: printTypes(document),
    [join(sdk, 'src/generated/operations.ts')]: printOperations(document),
  };
}

function printTypes(document: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-openapi-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), onlyForTypes(document));
    const script = join(sdk, 'node_modules/openapi-typescript/bin/cli.js');
    execFileSync(process.execPath, [script, join(folder, 'openapi.json'), '-o', join(folder, 'api.ts')], {
      cwd: sdk,
      stdio: 'ignore',
    });
    return withoutPaths(readFileSync(join(folder, 'api.ts'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns the document without error responses, which repeat `Problem` and make four fifths of the types, and without
 * recorded examples, which would double the rest.
 */
function onlyForTypes(text: string): string {
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
function withoutPaths(types: string): string {
  return types
    .replace(/^export interface paths \{\n.*?^\}\n/ms, '')
    .replace(/^export type (webhooks|\$defs) = .*\n/gm, '');
}

const keyHeader = '#/components/parameters/header.idempotency-key';

/** Returns method and path of every operation; `!` after the method means that it accepts an `Idempotency-Key`. */
function printOperations(text: string): string {
  const lines = operationsOf(JSON.parse(text) as Document).map(([path, method, { operationId, parameters = [] }]) => {
    const takesKey = parameters.some(({ $ref }) => $ref === keyHeader);
    return `  ${operationId}: '${method.toUpperCase()}${takesKey ? '!' : ''} ${path}',`;
  });
  return [
    '/** Written by scripts/sdk-sources.ts. Method and path of every operation; `!`: it takes an `Idempotency-Key`. */',
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
