import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { addDocument } from '../../resources/knowledge/documents.ts';
import { createKnowledgeBase } from '../../resources/knowledge/service.ts';
import { createModel } from '../../resources/models/create.ts';
import { getModel } from '../../resources/models/service.ts';
import { createProject, listProjects } from '../../resources/projects/service.ts';
import { createTable } from '../../resources/tables/upload.ts';
import { createSampleAgent, createSampleSkills } from './assistant.ts';
import type { SampleContext, SampleServices } from './context.ts';
import { readHandbook } from './handbook.ts';
import { generateHomeRentals } from './home-rentals.ts';

const rowCount = 5000;
const seed = 4747;
const project = 'default';
const table = 'home_rentals';
const model = 'home_rentals_model';
const base = 'rental_handbook';

interface FirstStart {
  /** Whether the sample model exists or will after its training. */
  hasSample: boolean;
  /** Rejects when the sample cannot be created; the next start tries again. */
  prepared: Promise<void>;
}

/**
 * Creates project `default` on an empty service and, if asked, its sample: documents, a table, a model and an agent. A
 * file in the data directory marks unfinished work, so that the next start continues it after a crash.
 */
export async function beginFirstStart(ctx: SampleContext, directory: string, withSample: boolean): Promise<FirstStart> {
  const note = join(directory, 'first-start');
  const isFirst = existsSync(note) || (await isEmpty(ctx));
  if (!isFirst) return { hasSample: await isThere(getModel(ctx, { project, model })), prepared: Promise.resolve() };
  await writeFile(note, 'The first start has not made all of the sample yet.\n');
  await unlessThere(createProject(ctx, { name: project, description: 'The first project.' }));
  const made = withSample ? createSample(ctx) : Promise.resolve();
  return { hasSample: withSample, prepared: made.then(() => rm(note)) };
}

async function isEmpty(ctx: Caller & Pick<SampleServices, 'database'>): Promise<boolean> {
  const page = { column: 'name', descending: false, limit: 1 } as const;
  const { items } = await listProjects(ctx, { ...page, after: undefined, name: undefined, search: undefined });
  return items.length === 0;
}

async function createSample(ctx: SampleContext): Promise<void> {
  const path = join(ctx.temporaryDirectory, 'home_rentals.json');
  await writeFile(path, JSON.stringify(generateHomeRentals(rowCount, seed)));
  try {
    await unlessThere(createTable(ctx, { project, table }, { path, format: 'json', options: {} }));
  } finally {
    await rm(path, { force: true });
  }
  // Quick, so that a newcomer sees answers soon: the full search takes three times as long for 1 % less error.
  const options = { effort: 'quick' } as const;
  await unlessThere(createModel(ctx, project, { name: model, target: 'rental_price', from: { table }, options }));
  await createSampleDocuments(ctx);
  const sources = { project, table, model, base };
  await Promise.all(createSampleSkills(ctx, sources).map(unlessThere));
  await unlessThere(createSampleAgent(ctx, sources));
}

async function createSampleDocuments(
  ctx: Caller & Pick<SampleServices, 'database' | 'documents' | 'events' | 'jobs' | 'limits' | 'secrets'>,
): Promise<void> {
  const description =
    'Handbook of the rental agency: deposits, pets, notice, repairs, viewings, rent, parking, house rules';
  await unlessThere(createKnowledgeBase(ctx, project, { name: base, description }));
  for (const { name, text } of await readHandbook()) {
    const page = { name, format: 'markdown', source: { text }, byteSize: Buffer.byteLength(text) } as const;
    await unlessThere(addDocument(ctx, { project, base }, page));
  }
}

async function unlessThere(creation: Promise<unknown>): Promise<void> {
  await creation.catch((error) => {
    if (!(error instanceof ServiceError && error.code === 'name_taken')) throw error;
  });
}

async function isThere(reading: Promise<unknown>): Promise<boolean> {
  return reading.then(
    () => true,
    () => false,
  );
}
