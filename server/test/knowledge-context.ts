import { readConfig } from '../src/config.ts';
import { type Context, localCaller } from '../src/context.ts';
import { EventLog } from '../src/events/event-log.ts';
import type { NewDocument } from '../src/knowledge/documents.ts';
import { openDocumentReader } from '../src/knowledge/reading/reader.ts';
import { LimitBook } from '../src/projects/limit-book.ts';
import type { DatabaseSuite } from './databases.ts';

/** As much of a service as the verbs of projects and knowledge bases use. */
export function knowledgeContext({ database }: DatabaseSuite): Context {
  const documents = openDocumentReader({ timeMs: 30_000, memoryBytes: 2 ** 30 });
  const limits = new LimitBook(readConfig({}));
  const parts = { database, documents, events: new EventLog(), models: { forget() {} }, limits };
  return { ...parts, ...localCaller } as unknown as Context;
}

export function markdownDocument(name: string, text: string): NewDocument {
  return { name, format: 'markdown', source: { text }, byteSize: Buffer.byteLength(text) };
}
