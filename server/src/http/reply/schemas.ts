import { type TSchema, type TUnknown, Type } from 'typebox';
import { type ErrorCode, errorCatalog } from '../../errors.ts';
import { namePattern } from '../../ids.ts';
import { problemType } from './problem.ts';

/** Schemas that several resources share. */

/** The name under which the OpenAPI document shares a schema without a title; removed from the document. */
export const sharedAs = 'x-shared-as';

export const name = Type.String({
  pattern: namePattern,
  description: '1-128 letters, digits, `_`, `-`; must not look like an ID.',
  examples: ['home_rentals'],
});

export const nameOrId = Type.String({ minLength: 1, maxLength: 140, description: 'Name or ID.' });

export const timestamp = Type.String({
  [sharedAs]: 'Timestamp',
  format: 'date-time',
  description: 'RFC 3339, UTC, milliseconds.',
  examples: ['2026-01-31T12:00:00.000Z'],
});

/** The fields of every record. */
export const recordFields = {
  id: Type.String({ examples: ['mdl_01JZ0000000000000000000000'] }),
  name: Type.String({ examples: ['home_rentals'] }),
  created_at: timestamp,
  updated_at: timestamp,
  created_by: Type.Union([Type.String(), Type.Null()], {
    [sharedAs]: 'CreatedBy',
    description: 'ID of the key that made the record; `local` in the open local mode, null when the service did.',
    examples: ['key_01JZ0000000000000000000000'],
  }),
};

export const projectName = Type.String({
  minLength: 1,
  maxLength: 140,
  description: 'Name or ID of the project.',
  examples: ['default'],
});
export const projectPath = Type.Object({ projectName });

export const problem = Type.Object(
  {
    type: Type.String({ examples: ['/errors/invalid_input'] }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ description: 'The request ID.' }),
    code: Type.Enum(Object.keys(errorCatalog)),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({ description: 'JSON pointer into the body, or `?name` for the query string.' }),
          code: Type.String(),
          detail: Type.String(),
        }),
      ),
    ),
  },
  { title: 'Problem', description: 'RFC 9457 problem document.' },
);

/** Documents a response that is not one JSON value of a schema. */
export function documented(answer: { description: string; content: Record<string, { schema: TSchema }> }): TUnknown {
  return answer as unknown as TUnknown;
}

/** OpenAPI 3.1 cannot describe a sequence of events. */
export const eventStream = Type.Unknown({ description: 'Server-sent events.' });

/** Errors of any route with a JSON body. */
export const bodyFaults = [
  'invalid_json',
  'invalid_input',
  'body_too_large',
  'unsupported_media_type',
  'deleted_meanwhile',
] as const;

/** Errors of any route with an `Idempotency-Key`. */
export const keyFaults = ['request_in_progress', 'answer_lost', 'idempotency_key_reused'] as const;

/** Errors of any route. */
export const commonFaults: ErrorCode[] = [
  'malformed_request',
  'invalid_input',
  'invalid_id',
  'unauthenticated',
  'not_permitted',
  'forbidden_host',
  'forbidden_origin',
  'not_acceptable',
  'headers_too_large',
  'rate_limited',
  'internal',
  'database_damaged',
  'issuer_unavailable',
  'backend_unavailable',
  'overloaded',
  'shutting_down',
];

/** Returns a route's error responses by status, each listing its possible codes. */
export function problems(...codes: ErrorCode[]): Record<string, TSchema> {
  return errorsByStatus([...codes, ...commonFaults], ([first]) => ({
    [problemType]: { schema: problem, example: exampleOf(first) },
  }));
}

/** Likewise where errors have the format of another protocol, and all codes are given. */
export function foreignErrors(schema: TSchema, codes: readonly ErrorCode[]): Record<string, TSchema> {
  return errorsByStatus(codes, () => ({ 'application/json': { schema } }));
}

function errorsByStatus(
  codes: readonly ErrorCode[],
  contentOf: (group: ErrorCode[]) => Record<string, { schema: TSchema }>,
): Record<string, TSchema> {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorCatalog[code].status);
  const describe = (code: ErrorCode) => `\`${code}\`: ${errorCatalog[code].title}.`;
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      documented({ description: group.map(describe).join(' '), content: contentOf(group) }),
    ]),
  );
}

function exampleOf(code: ErrorCode) {
  const { status, title } = errorCatalog[code];
  return { type: `/errors/${code}`, title, status, detail: title, instance: 'req_01JZ0000000000000000000000.1', code };
}

export const emptyAnswer = Type.Null({ description: 'Done; the response is empty.' });
