import { sql } from 'kysely';
import { beyondLimit, type ServiceError } from '../../errors.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Transaction } from '../../platform/db/transact.ts';
import { holdProject } from '../../platform/records/hold-project.ts';
import { countsFor } from '../../platform/records/trash.ts';
import type { ProjectLimits } from './project-limits.ts';

interface Project {
  id: string;
  name: string;
}

interface StorageServices {
  database: Database;
  limits: ProjectLimits;
}

/** Returns what a project stores: tables, models with their rows, documents and results, in bytes, its trash included. */
async function storedBytesOf(database: Database, projectId: string): Promise<number> {
  const isItsOwn = countsFor('project_id', projectId);
  const { rows } = await sql<{ bytes: number }>`select
    coalesce((select sum(byte_size) from tables where ${isItsOwn}), 0)
    + coalesce((select sum(byte_size) from predictions where ${isItsOwn}), 0)
    + coalesce((select sum(v.byte_size) from model_versions v join models m on m.id = v.model_id
        where ${isItsOwn}), 0)
    + coalesce((select sum(d.byte_size) from knowledge_documents d join knowledge_bases b on b.id = d.base_id
        where ${isItsOwn}), 0) as bytes`.execute(database);
  return Number(rows[0].bytes);
}

/**
 * Verifies, last in the transaction that stores something, that the project stays within its limit; on all nodes one
 * such transaction of a project comes after another.
 * @throws ServiceError `project_full`
 */
export async function requireWithinStored(
  transaction: Transaction,
  { limits }: Pick<StorageServices, 'limits'>,
  project: Project,
): Promise<void> {
  const most = limits.of(project.id).stored_bytes;
  if (!Number.isFinite(most)) return;
  await holdProject(transaction, project, 'alone');
  if ((await storedBytesOf(transaction, project.id)) > most) throw projectFull(most);
}

/** Counts the bytes of one upload while it is under way. */
export interface Room extends Disposable {
  /** @throws ServiceError `project_full` when the project would store more than its limit */
  take(bytes: number): void;
}

/** Bytes of uploads under way in this process, by project. */
const underWay = new Map<string, number>();

/** Opens the room of an upload; `announced` bytes are taken at once. @throws ServiceError `project_full` */
export async function openRoom({ database, limits }: StorageServices, { id }: Pick<Project, 'id'>, announced = 0) {
  const most = limits.of(id).stored_bytes;
  if (!Number.isFinite(most)) return { take: () => {}, [Symbol.dispose]: () => {} };
  const stored = await storedBytesOf(database, id);
  let counted = 0;
  let arrived = 0;
  const count = (bytes: number) => {
    counted += bytes;
    underWay.set(id, (underWay.get(id) ?? 0) + bytes);
  };
  const room: Room = {
    take(bytes) {
      arrived += bytes;
      if (arrived > counted) count(arrived - counted);
      if (stored + (underWay.get(id) ?? 0) > most) throw projectFull(most);
    },
    [Symbol.dispose]() {
      const left = (underWay.get(id) ?? 0) - counted;
      if (left > 0) underWay.set(id, left);
      else underWay.delete(id);
    },
  };
  count(announced);
  try {
    room.take(0);
  } catch (error) {
    room[Symbol.dispose]();
    throw error;
  }
  return room;
}

function projectFull(value: number): ServiceError {
  const detail = `The project would store more than ${value} bytes; delete tables, models, documents or results first, and empty the trash.`;
  return beyondLimit('project_full', detail, { name: 'stored_bytes', value });
}
