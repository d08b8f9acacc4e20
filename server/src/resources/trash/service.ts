import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import { renameRecord } from '../../platform/db/records.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { isUniqueViolation } from '../../platform/db/violations.ts';
import { type EventType, eventTypes } from '../../platform/journal/types.ts';
import { holdProject } from '../../platform/records/hold-project.ts';
import {
  fetchTrash,
  moveBack,
  type NamedTable,
  selectSkillsAlong,
  selectTrashed,
  selectTrashedNamed,
  type TrashedRow,
  type TrashOf,
} from '../../platform/records/trash.ts';
import type { ChatbotServices } from '../chatbots/context.ts';
import { releaseChatbots } from '../chatbots/service.ts';
import { eraseProject, type ProjectEnd } from '../projects/delete.ts';
import { requireProject, restoreProject } from '../projects/service.ts';
import type { Restoration, TrashEntry } from './schemas.ts';

type TrashServices = Pick<
  ChatbotServices,
  'blobs' | 'chatbotHub' | 'config' | 'database' | 'events' | 'limits' | 'log' | 'models'
>;

export interface EntryAddress {
  /** Absent for a deleted project. */
  project?: string;
  /** Name or ID. */
  entry: string;
}

const dayMs = 24 * 3_600_000;

/** Lists what was deleted from a project, the newest first; without one, the deleted projects. */
export async function listTrash(
  ctx: Caller & Pick<TrashServices, 'config' | 'database'>,
  part: Pick<Listing, 'limit' | 'after'>,
  projectName?: string,
): Promise<Page<TrashEntry>> {
  const { items, next } = await fetchTrash(ctx.database, await trashOf(ctx, projectName), part);
  return { items: items.map((row) => recordOf(ctx, row)), next };
}

async function trashOf(ctx: Caller & Pick<TrashServices, 'database'>, projectName?: string): Promise<TrashOf> {
  if (projectName === undefined) return { among: ctx.projects };
  return { project: (await requireProject(ctx, projectName)).id };
}

function recordOf({ config }: Pick<TrashServices, 'config'>, row: TrashedRow): TrashEntry {
  const ends = Date.parse(row.trashed_at) + config.trashDays * dayMs;
  return {
    id: row.trashed_id,
    kind: row.trashed_kind as TrashEntry['kind'],
    name: row.trashed_name,
    deleted_at: row.trashed_at,
    deleted_by: row.trashed_by,
    expires_at: config.trashDays === 0 ? null : new Date(ends).toISOString(),
  };
}

/** @throws ServiceError `trash_entry_not_found`, also when several entries have the name */
async function requireEntry(
  ctx: Caller & Pick<TrashServices, 'database'>,
  { project, entry }: EntryAddress,
): Promise<TrashedRow> {
  const of = await trashOf(ctx, project);
  const named = await selectTrashedNamed(ctx.database, of, entry);
  const found = (await selectTrashed(ctx.database, of, entry)) ?? (named.length === 1 ? named[0] : undefined);
  if (found) return found;
  const several = `${named.length} entries of the trash are called ${entry}; name one by its ID: ${named
    .slice(0, 10)
    .map(({ trashed_id, trashed_kind, trashed_at }) => `${trashed_id} (${trashed_kind}, ${trashed_at})`)
    .join(', ')}.`;
  const detail = named.length > 1 ? several : `There is nothing called ${entry} in the trash.`;
  throw new ServiceError('trash_entry_not_found', detail);
}

/**
 * Brings a record back with all that hung on it, under its name or another.
 * @throws ServiceError `name_taken`
 */
export async function restoreEntry(
  ctx: Caller & TrashServices,
  address: EntryAddress,
  restoration: Restoration,
): Promise<TrashEntry> {
  const row = await requireEntry(ctx, address);
  const restored = { ...row, trashed_name: restoration?.name ?? row.trashed_name };
  if (address.project === undefined) {
    await restoreProject(ctx, row, restored.trashed_name);
    const applyChatbots = await releaseChatbots(ctx, ctx.database, row.id);
    await applyChatbots();
  } else {
    const project = await requireProject(ctx, address.project);
    await transact(ctx.database, (transaction) => restoreRecord(ctx, transaction, project, restored)).catch((error) =>
      refuseTakenName(error, restored),
    );
    if (row.trashed_kind === 'model') ctx.models.forget(row.trashed_id);
    if (row.trashed_kind === 'chatbot') await ctx.chatbotHub.apply(row.trashed_id);
  }
  return recordOf(ctx, restored);
}

async function restoreRecord(
  { events }: Pick<TrashServices, 'events'>,
  transaction: Transaction,
  project: { id: string; name: string },
  row: TrashedRow,
): Promise<void> {
  await holdProject(transaction, project);
  const { trashed_kind: kind, trashed_id: id, trashed_name: name } = row;
  const along = await selectSkillsAlong(transaction, row);
  await renameRecord(transaction, `${kind}s` as NamedTable, id, name);
  if (!(await moveBack(transaction, row)))
    throw new ServiceError('trash_entry_not_found', `${name} left the trash at the same moment.`);
  const restored = [{ kind, id, name }, ...along.map((skill) => ({ kind: 'skill', ...skill }))];
  for (const { kind: noun, ...data } of restored) {
    const type = eventTypeOf(`sibyl.${noun}.restored`);
    events.write(transaction, { type, project: project.id, subject: `${noun}s/${data.id}`, data });
  }
}

function eventTypeOf(type: string): EventType {
  if (type in eventTypes) return type as EventType;
  throw new Error(`the catalogue of events lacks ${type}`);
}

function refuseTakenName(error: unknown, { trashed_kind, trashed_name }: TrashedRow): never {
  if (!isUniqueViolation(error)) throw error;
  const kind = trashed_kind.replaceAll('_', ' ');
  const detail = `The name of the ${kind} ${trashed_name}, or of what was made for it, is taken by now: send another \`name\`, or rename or delete what has it.`;
  throw new ServiceError('name_taken', detail);
}

/** Deletes an entry for good, with its files. */
export async function eraseEntry(ctx: Caller & TrashServices, address: EntryAddress, end: ProjectEnd): Promise<void> {
  await eraseProject(ctx, await requireEntry(ctx, address), end);
}
