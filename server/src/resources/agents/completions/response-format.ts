import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Static, Type } from 'typebox';
import { invalidField } from '../../../errors.ts';

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
  faultOf(text: string): string | undefined;
}

const longestSchema = 100_000;

/**
 * Reads the format.
 * @throws ServiceError `invalid_input` for an invalid schema
 */
export function readForm(format: ResponseFormat | undefined): AnswerForm | undefined {
  if (format === undefined || format.type === 'text') return undefined;
  if (format.type === 'json_object')
    return {
      asked: { type: 'json' },
      words: 'Answer with one JSON object and nothing else.',
      faultOf: (text) => faultIn(text, () => undefined),
    };
  const { name, description, schema } = format.json_schema;
  const judge = compile(schema);
  return {
    asked: { type: 'json', schema, name, description },
    words: `Answer with one JSON value and nothing else, of this JSON Schema:\n${JSON.stringify(schema)}`,
    faultOf: (text) =>
      faultIn(text, (value) => {
        if (judge(value)) return undefined;
        const [{ instancePath, message }] = judge.errors ?? [{ instancePath: '', message: 'does not fit' }];
        return `${instancePath || 'the value'} ${message}`;
      }),
  };
}

function compile({ $schema: _, $id: __, ...schema }: Record<string, unknown>): ValidateFunction {
  const at = '/response_format/json_schema/schema';
  if (JSON.stringify(schema).length > longestSchema)
    throw invalidField(at, `must be at most ${longestSchema} characters as JSON`, 'too_long');
  try {
    return new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile(schema);
  } catch (error) {
    throw invalidField(at, `is not a JSON Schema: ${error instanceof Error ? error.message.slice(0, 200) : ''}`);
  }
}

function faultIn(text: string, judge: (value: unknown) => string | undefined): string | undefined {
  try {
    return judge(JSON.parse(text));
  } catch {
    return 'it is no JSON';
  }
}

/** Returns JSON without the code fence that many language models put around it. */
export function withoutFence(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/i.exec(text)?.[1] ?? text.trim();
}
