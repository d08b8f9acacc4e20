import { type Static, Type } from 'typebox';
import { name, nameOrId, projectName, recordFields } from '../../http/reply/schemas.ts';
import { embeddingProviderNames } from '../../platform/language/providers.ts';
import { languages } from './analysis/analyses.ts';
import { metadataFilter } from './filter.ts';
import { documentFormats } from './reading/messages.ts';

export const basePath = Type.Object({ projectName, baseName: nameOrId });
export const documentPath = Type.Object({
  projectName,
  baseName: nameOrId,
  documentName: Type.String({ minLength: 1, maxLength: 255, description: 'Name or ID of the document.' }),
});

const description = Type.String({ maxLength: 2000, examples: ['What tenants ask about'] });
const metadata = Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), {
  description: 'Any JSON object of at most 16 KiB.',
  examples: [{ topic: 'leases', year: 2026 }],
});

const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape) =>
  Type.Union([shape, Type.Null()]);
const provider = Type.Enum(embeddingProviderNames, { description: 'Provider of the embedding model.' });
const embeddingModel = Type.String({ minLength: 1, maxLength: 500, examples: ['text-embedding-3-small'] });
const dimension = Type.Integer({
  minimum: 1,
  maximum: 8192,
  description: 'Length of the vectors. Default: that of the first one. Other lengths are refused.',
});

const embeddingRecord = Type.Object(
  {
    provider,
    model_name: embeddingModel,
    base_url: orNull(Type.String()),
    api_version: orNull(Type.String()),
    api_key_set: Type.Boolean({ description: 'Whether a key is stored; it is never shown.' }),
    dimension: orNull(dimension),
    status: Type.Enum(['running', 'complete', 'stopped', 'failed'], {
      description: 'Status of the computation of vectors.',
    }),
    embedded_chunks: Type.Integer({ description: 'Number of passages with a vector, of `chunk_count`.' }),
    error: orNull(Type.String({ description: 'Why vectors are missing.' })),
  },
  { title: 'Embedding' },
);
export type EmbeddingRecord = Static<typeof embeddingRecord>;

const embeddingInput = Type.Object(
  {
    provider,
    model_name: embeddingModel,
    api_key: Type.Optional(
      orNull(Type.String({ minLength: 1, maxLength: 4000, description: 'Stored encrypted and never shown again.' })),
    ),
    base_url: Type.Optional(Type.String({ maxLength: 2000, description: "Default: the provider's address." })),
    api_version: Type.Optional(
      Type.String({ pattern: '^[\\w.-]{1,40}$', description: 'For Azure, such as 2024-10-21.' }),
    ),
    dimension: Type.Optional(dimension),
  },
  { additionalProperties: false, title: 'EmbeddingSettings' },
);
export type EmbeddingInput = Static<typeof embeddingInput>;

const embedding = Type.Union([embeddingInput, Type.Null()], {
  description:
    'The embedding model, with which passages are also found by meaning, by exact comparison of vectors. Another model recomputes all vectors; null searches by words only.',
});

const rerankRecord = Type.Object(
  { model_name: Type.String(), base_url: Type.String(), api_key_set: Type.Boolean() },
  { title: 'Rerank' },
);

const rerankInput = Type.Object(
  {
    model_name: Type.String({ minLength: 1, maxLength: 500, examples: ['bge-reranker-v2-m3'] }),
    base_url: Type.String({
      maxLength: 2000,
      description: '`/rerank` is appended.',
      examples: ['https://api.jina.ai/v1'],
    }),
    api_key: Type.Optional(
      orNull(Type.String({ minLength: 1, maxLength: 4000, description: 'Stored encrypted and never shown again.' })),
    ),
  },
  { additionalProperties: false, title: 'RerankSettings' },
);
export type RerankInput = Static<typeof rerankInput>;

const rerank = Type.Union([rerankInput, Type.Null()], {
  description: 'A rerank model (protocol of Cohere, Jina, vLLM, llama.cpp) that reorders the first thirty passages.',
});

export const baseRecord = Type.Object(
  {
    ...recordFields,
    project: Type.String(),
    description: Type.String(),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    language: Type.Enum(languages),
    document_count: Type.Integer(),
    chunk_count: Type.Integer({ description: 'Number of passages.' }),
    embedding: orNull(embeddingRecord),
    rerank: orNull(rerankRecord),
  },
  { title: 'KnowledgeBase' },
);
export type BaseRecord = Static<typeof baseRecord>;

export const baseCreation = Type.Object(
  {
    name,
    description: Type.Optional(description),
    metadata: Type.Optional(metadata),
    language: Type.Optional(
      Type.Enum(languages, {
        description:
          'How words are compared: by the stems of a language (`english` is the default), `none` literally except for case and accents. Cannot be changed later.',
      }),
    ),
    embedding: Type.Optional(embedding),
    rerank: Type.Optional(rerank),
  },
  { additionalProperties: false, examples: [{ name: 'handbook', description: 'What tenants ask about' }] },
);
export type BaseCreation = Static<typeof baseCreation>;

export const baseChange = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(description),
    metadata: Type.Optional(metadata),
    embedding: Type.Optional(embedding),
    rerank: Type.Optional(rerank),
  },
  { additionalProperties: false, examples: [{ description: 'House rules and prices' }] },
);
export type BaseChange = Static<typeof baseChange>;

const documentName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern:
    '^(?!doc_[0-9A-HJKMNP-TV-Z]{26}$)[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
  description: 'The source that passages name: 1-255 printable characters, unlike an ID; unique in its base.',
  examples: ['pets.md'],
});

export const documentRecord = Type.Object(
  {
    ...recordFields,
    project: Type.String(),
    knowledge_base: Type.String(),
    format: Type.Enum(documentFormats),
    title: Type.Union([Type.String(), Type.Null()]),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    byte_size: Type.Integer({ description: 'Bytes of the upload.' }),
    character_count: Type.Integer({ description: 'Length of the extracted text, in UTF-16 units.' }),
    chunk_count: Type.Integer({ description: 'Number of passages.' }),
  },
  { title: 'Document' },
);
export type DocumentRecord = Static<typeof documentRecord>;

const documentFields = {
  name: Type.Optional(documentName),
  format: Type.Optional(Type.Enum(documentFormats, { description: 'Default: by content type or file name.' })),
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  replace: Type.Optional(
    Type.Boolean({
      description: 'Whether it replaces a document of this name, in one step; otherwise a taken name is refused.',
    }),
  ),
};

/** Options of an uploaded file, in the query string or as form fields. */
export const uploadFields = Type.Object(
  {
    ...documentFields,
    metadata: Type.Optional(
      Type.String({ maxLength: 20_000, description: 'JSON object.', examples: ['{"topic":"leases"}'] }),
    ),
  },
  { additionalProperties: false },
);

export const statedMetadata = metadata;

const textFormats = documentFormats.filter((format) => format !== 'pdf' && format !== 'docx');

export const documentCreation = Type.Object(
  {
    ...documentFields,
    name: documentName,
    format: Type.Optional(
      Type.Enum(textFormats, { description: 'Default: by the extension of the name, otherwise Markdown.' }),
    ),
    content: Type.String({ description: 'The text. PDF and DOCX must be sent as files.' }),
    metadata: Type.Optional(metadata),
  },
  {
    additionalProperties: false,
    examples: [
      { name: 'pets.md', content: '# Pets\n\nCats are allowed, dogs up to 25 kg.', metadata: { topic: 'leases' } },
    ],
  },
);
export type DocumentCreation = Static<typeof documentCreation>;

const searchMethods = ['lexical', 'semantic', 'hybrid'] as const;
export type SearchMethod = (typeof searchMethods)[number];

export const searchBody = Type.Object(
  {
    query: Type.String({ maxLength: 100_000, description: 'A question or words.' }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 5, description: 'Maximum passages.' })),
    filter: Type.Optional(metadataFilter),
    method: Type.Optional(
      Type.Enum(searchMethods, {
        description: 'By words, by meaning, or both, merged by score. Default: both if the base has an embedding.',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ query: 'how large may a dog be?', limit: 3 }] },
);
export type SearchBody = Static<typeof searchBody>;

export const passage = Type.Object(
  {
    document_id: Type.String(),
    source: Type.String({ description: 'Name of the document.' }),
    title: Type.Union([Type.String(), Type.Null()]),
    heading: Type.String({ description: 'The headings above it, outermost first, joined by ` > `; may be empty.' }),
    start: Type.Integer({ description: 'Offset into the text of the document, in UTF-16 units.' }),
    end: Type.Integer(),
    page: orNull(Type.Integer({ description: 'Page of the PDF on which it begins, from 1; null for other files.' })),
    last_page: orNull(Type.Integer({ description: 'Page on which it ends.' })),
    text: Type.String(),
    score: Type.Number({
      description:
        'From 0 to 1; passages are ordered by it. It is `lexical_score` for words, `similarity` for meaning, for both two parts of words and one of how near it is among the nearest, or `rerank_score`.',
    }),
    lexical_score: orNull(
      Type.Number({ description: 'Score relative to that of a passage with every word of the query.' }),
    ),
    similarity: orNull(Type.Number({ description: 'Cosine between the vectors of query and passage.' })),
    rerank_score: orNull(Type.Number({ description: 'Score of the rerank model.' })),
    metadata: Type.Record(Type.String(), Type.Unknown(), { description: 'Of the document.' }),
  },
  { title: 'Passage' },
);
export type Passage = Static<typeof passage>;

export const searchAnswer = Type.Object(
  {
    passages: Type.Array(passage, { description: 'Best first; empty when nothing matches.' }),
    method: Type.Enum(searchMethods, { description: 'The search mode that was used.' }),
    warning: orNull(Type.String({ description: 'Why a search mode was not used: a provider failed.' })),
  },
  { title: 'SearchAnswer' },
);
export type SearchAnswer = Static<typeof searchAnswer>;
