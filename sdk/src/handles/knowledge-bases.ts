import type { List } from '../list.ts';
import type { Operations } from '../operations.ts';
import { blobOf } from '../source.ts';
import type { Body, CallOptions, Document, KnowledgeBase, Query, Source, Uses } from '../types.ts';

/** Facts about a document beside its text. */
export type DocumentOptions = Omit<Body<'addDocument'>, 'name' | 'content'> & CallOptions;

/** Documents whose passages answer questions. */
export class KnowledgeBases {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string };

  constructor(sibyl: Operations, projectName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName };
  }

  list(query?: Query<'listKnowledgeBases'>, options?: CallOptions): List<KnowledgeBase> {
    return this.#sibyl.list('listKnowledgeBases', { path: this.#path, query: query ?? {}, ...options });
  }

  create(body: Body<'createKnowledgeBase'>, options?: CallOptions): Promise<KnowledgeBase> {
    return this.#sibyl.call('createKnowledgeBase', { path: this.#path, body, ...options });
  }
}

/** One knowledge base. */
export class KnowledgeBaseHandle {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string; baseName: string };
  readonly name: string;
  readonly documents: Documents;

  constructor(sibyl: Operations, projectName: string, baseName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName, baseName };
    this.name = baseName;
    this.documents = new Documents(sibyl, this.#path);
  }

  get(options?: CallOptions): Promise<KnowledgeBase> {
    return this.#sibyl.call('getKnowledgeBase', { path: this.#path, ...options });
  }

  update(body: Body<'updateKnowledgeBase'>, options?: CallOptions): Promise<KnowledgeBase> {
    return this.#sibyl.call('updateKnowledgeBase', { path: this.#path, body, ...options });
  }

  /** Returns the names of what needs it. */
  uses(options?: CallOptions): Promise<Uses> {
    return this.#sibyl.call('getKnowledgeBaseUses', { path: this.#path, ...options });
  }

  /** It lies in the trash first, unless `{permanently: true}`. */
  delete(query?: Query<'deleteKnowledgeBase'>, options?: CallOptions) {
    return this.#sibyl.call('deleteKnowledgeBase', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Returns the best passages for a question. */
  search(query: string, settings?: Omit<Body<'searchKnowledgeBase'>, 'query'>, options?: CallOptions) {
    return this.#sibyl.call('searchKnowledgeBase', { path: this.#path, body: { query, ...settings }, ...options });
  }

  /** Starts the computation of missing vectors. */
  embed(options?: CallOptions): Promise<KnowledgeBase> {
    return this.#sibyl.call('embedKnowledgeBase', { path: this.#path, ...options });
  }

  /** Stops the computation of vectors; existing ones stay. */
  cancelEmbedding(options?: CallOptions): Promise<KnowledgeBase> {
    return this.#sibyl.call('cancelEmbedding', { path: this.#path, ...options });
  }

  document(name: string): DocumentHandle {
    return new DocumentHandle(this.#sibyl, { ...this.#path, documentName: name });
  }
}

/** The documents of a knowledge base. */
export class Documents {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string; baseName: string };

  constructor(sibyl: Operations, path: { projectName: string; baseName: string }) {
    this.#sibyl = sibyl;
    this.#path = path;
  }

  list(query?: Query<'listDocuments'>, options?: CallOptions): List<Document> {
    return this.#sibyl.list('listDocuments', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Adds text, Markdown, HTML, CSV, PDF or DOCX, according to the extension of the name. */
  async add(name: string, content: Source, options: DocumentOptions = {}): Promise<Document> {
    const { title, format, metadata, ...call } = options;
    const settings = Object.fromEntries(
      Object.entries({ title, format, metadata }).filter(([, value]) => value !== undefined),
    );
    const body = typeof content === 'string' ? { name, content, ...settings } : await formOf(name, content, settings);
    return this.#sibyl.call('addDocument', { path: this.#path, body, ...call });
  }
}

async function formOf(name: string, content: Source, settings: Record<string, unknown>): Promise<FormData> {
  const form = new FormData();
  form.append('name', name);
  for (const [key, value] of Object.entries(settings))
    form.append(key, typeof value === 'string' ? value : JSON.stringify(value));
  form.append('file', await blobOf(content), name);
  return form;
}

/** One document. */
export class DocumentHandle {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string; baseName: string; documentName: string };

  constructor(sibyl: Operations, path: { projectName: string; baseName: string; documentName: string }) {
    this.#sibyl = sibyl;
    this.#path = path;
  }

  get(options?: CallOptions): Promise<Document> {
    return this.#sibyl.call('getDocument', { path: this.#path, ...options });
  }

  /** Returns its extracted text, which offsets of passages refer to. */
  text(options?: CallOptions): Promise<string> {
    return this.#sibyl.call('getDocumentText', { path: this.#path, ...options });
  }

  delete(options?: CallOptions) {
    return this.#sibyl.call('deleteDocument', { path: this.#path, ...options });
  }
}
