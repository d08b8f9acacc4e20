import { Type } from 'typebox';
import { invalidField } from '../../errors.ts';
import type { App } from '../../http/reply/app.ts';
import { signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { estimateTokens } from '../../platform/language/estimate-tokens.ts';
import { openEmbed } from '../../resources/knowledge/embedding/embed.ts';
import { embeddingOf } from '../../resources/knowledge/embedding/settings.ts';
import { requireBase } from '../../resources/knowledge/service.ts';
import type { OpenAIServices } from './context.ts';
import { everywhere, openAIErrors, sendOpenAIError } from './failures.ts';

const text = Type.String({ minLength: 1, maxLength: 200_000 });
const embeddingsInput = Type.Object(
  {
    model: Type.String({
      minLength: 1,
      maxLength: 300,
      description: '`<project>/<knowledge base>`: uses the embedding model of the base.',
    }),
    input: Type.Union([text, Type.Array(text, { minItems: 1, maxItems: 2048 })]),
    encoding_format: Type.Optional(Type.Enum(['float', 'base64'] as const, { default: 'float' })),
    dimensions: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
  },
  { additionalProperties: true, examples: [{ model: 'default/handbook', input: 'May I keep a cat?' }] },
);

const embeddingList = Type.Object(
  {
    object: Type.Literal('list'),
    model: Type.String(),
    data: Type.Array(
      Type.Object({
        object: Type.Literal('embedding'),
        index: Type.Integer(),
        embedding: Type.Union([Type.Array(Type.Number()), Type.String({ description: 'Floats in base64.' })]),
      }),
    ),
    usage: Type.Object({ prompt_tokens: Type.Integer(), total_tokens: Type.Integer() }, { description: 'Estimated.' }),
  },
  { title: 'EmbeddingList' },
);

/** Adds the route that returns vectors of length 1 by the embedding of a knowledge base. */
export function addEmbeddingRoutes(app: App, services: OpenAIServices): void {
  app.post(
    '/v1/embeddings',
    {
      schema: {
        tags: ['OpenAI'],
        operationId: 'createEmbedding',
        summary: "Embed texts as OpenAI's clients do",
        description: 'Vectors of texts by the embedding provider of a knowledge base, as `<project>/<base>`.',
        body: embeddingsInput,
        response: {
          200: embeddingList,
          ...openAIErrors(
            ...everywhere,
            'invalid_input',
            'malformed_request',
            'invalid_json',
            'project_not_found',
            'knowledge_base_not_found',
            'language_model_not_configured',
            'embedding_mismatch',
            'provider_failed',
          ),
        },
      },
      config: { action: 'knowledge_bases.search' },
      errorHandler: sendOpenAIError,
    },
    async (request, reply) => {
      const { model, input, encoding_format, dimensions } = request.body;
      const ctx = contextOf(request, services);
      const { base } = await requireBase(ctx, readBaseName(model));
      const settings = embeddingOf(base);
      if (!settings)
        throw invalidField('/model', `must name a knowledge base with vectors: ${base.name} has no embedding`);
      const texts = [input].flat();
      const embed = await openEmbed(ctx, base, settings);
      const vectors = await embed(texts, signalOf(reply));
      if (dimensions && vectors.some((vector) => vector.length !== dimensions))
        throw invalidField('/dimensions', `must be ${vectors[0].length}, as the model of ${base.name} makes them`);
      const tokens = texts.reduce((sum, one) => sum + estimateTokens(one), 0);
      return {
        object: 'list' as const,
        model,
        data: vectors.map((vector, index) => ({
          object: 'embedding' as const,
          index,
          embedding: encoding_format === 'base64' ? toBase64(vector) : [...vector],
        })),
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      };
    },
  );
}

function readBaseName(model: string): { project: string; base: string } {
  const [project, base, ...rest] = model.split('/');
  if (!project || !base || rest.length > 0)
    throw invalidField('/model', 'must be <project>/<knowledge base>', 'wrong_format');
  return { project, base };
}

/** Little-endian, as the protocol requires. */
function toBase64(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
}
