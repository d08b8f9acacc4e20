import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { type Static, Type } from 'typebox';
import type { Requester } from '../../../platform/workers/fair-turns.ts';
import type { ForeignReader } from '../../skills/foreign/foreign-reader.ts';

/** The required format of an answer, in OpenAI's spelling. */
export const responseFormat = Type.Union(
  [
    Type.Object({ type: Type.Literal('text') }, { additionalProperties: true }),
    Type.Object({ type: Type.Literal('json_object') }, { additionalProperties: true }),
    Type.Object(
      {
        type: Type.Literal('json_schema'),
        json_schema: Type.Object(
          {
            name: Type.Optional(Type.String({ maxLength: 64 })),
            description: Type.Optional(Type.String({ maxLength: 1000 })),
            schema: Type.Record(Type.String(), Type.Unknown(), {
              title: 'AnswerSchema',
              description: 'JSON Schema, draft 2020-12.',
            }),
            strict: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
          },
          { additionalProperties: true, title: 'AnswerFormat' },
        ),
      },
      { additionalProperties: true },
    ),
  ],
  { title: 'ResponseFormat', description: 'JSON instead of text. An agent needs a language model for it.' },
);
export type ResponseFormat = Static<typeof responseFormat>;

/** The required format of an answer: for providers, for the instructions, and as a check. */
export interface AnswerForm {
  asked: NonNullable<LanguageModelV4CallOptions['responseFormat']>;
  words: string;
  /** Returns what is wrong with the text; undefined when nothing is. */
  faultOf(text: string, signal: AbortSignal): Promise<string | undefined>;
}

const pointer = '/response_format/json_schema/schema';

/**
 * Reads the format; a schema is compiled in a worker.
 * @throws ServiceError `invalid_input` for a schema that is invalid, too large or too slow
 */
export async function readForm(
  { foreign }: { foreign: ForeignReader },
  format: ResponseFormat | undefined,
  requester: Requester,
): Promise<AnswerForm | undefined> {
  if (format === undefined || format.type === 'text') return undefined;
  if (format.type === 'json_object')
    return {
      asked: { type: 'json' },
      words: 'Answer with one JSON object and nothing else.',
      faultOf: async (text) => (isJson(text) ? undefined : 'it is no JSON'),
    };
  const { name, description, schema } = format.json_schema;
  await foreign.requireSchema(schema, pointer, requester);
  return {
    asked: { type: 'json', schema, name, description },
    words: `Answer with one JSON value and nothing else, of this JSON Schema:\n${JSON.stringify(schema)}`,
    faultOf: (text, signal) => foreign.judgeText(schema, text, { pointer, requester: { ...requester, signal } }),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns JSON without the code fence that many language models put around it. */
export function withoutFence(text: string): string {
  const whole = text.trim();
  const [fence] = /^```(?:json)?[^\S\n]*\n/i.exec(whole) ?? [];
  const isFenced = fence !== undefined && whole.endsWith('```') && whole.length >= fence.length + 3;
  return isFenced ? whole.slice(fence.length, -3).trim() : whole;
}
