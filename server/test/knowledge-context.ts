import { localCaller } from '../src/caller.ts';
import { readConfig } from '../src/config.ts';
import { EventLog } from '../src/platform/journal/event-log.ts';
import type { NewDocument } from '../src/resources/knowledge/documents.ts';
import { openDocumentReader } from '../src/resources/knowledge/reading/reader.ts';
import { ProjectLimits } from '../src/resources/projects/project-limits.ts';
import type { Context } from '../src/services.ts';
import type { DatabaseSuite } from './databases.ts';

/** The services that verbs of projects and knowledge bases use. */
export function knowledgeContext({ database }: DatabaseSuite): Context {
  const documents = openDocumentReader({ timeMs: 30_000, memoryBytes: 2 ** 30 });
  const limits = new ProjectLimits(readConfig({}));
  const parts = { database, documents, events: new EventLog(), models: { forget() {} }, limits };
  return { ...parts, ...localCaller } as unknown as Context;
}

export function markdownDocument(name: string, text: string): NewDocument {
  return { name, format: 'markdown', source: { text }, byteSize: Buffer.byteLength(text) };
}
