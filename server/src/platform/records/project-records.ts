import { beyondLimit, type ErrorCode, type LimitName, ServiceError } from '../../errors.ts';
import { type IdPrefix, newId } from '../../ids.ts';
import { fetchPage, type Listing, type Page } from '../db/listing.ts';
import { runPrepared } from '../db/prepared.ts';
import {
  type anyTable,
  deleteRecord,
  insertRecord,
  type NewRecordRow,
  openAny,
  type RecordChange,
  type RecordRow,
  type RecordTableName,
  updateRecord,
} from '../db/records.ts';
import type { Database, Schema } from '../db/schema.ts';
import { type Transaction, transact } from '../db/transact.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../db/violations.ts';
import type { EventLog } from '../journal/event-log.ts';
import { type EventType, eventTypes } from '../journal/types.ts';
import { holdProject } from './hold-project.ts';
import { type Companions, countsFor, type HeldTable, moveToTrash } from './trash.ts';

/** Tables of records that belong to a project and have a name there. */
export type ProjectTableName = {
  [Table in RecordTableName]: Schema[Table] extends { project_id: unknown } ? Table : never;
}[RecordTableName];

type ProjectRow<Table extends ProjectTableName> = RecordRow<Table> & { project_id: string };

/** Nouns of records whose events are known, and the error of one that is missing. */
type RecordNoun = EventType extends infer Type
  ? Type extends `sibyl.${infer Noun}.deleted`
    ? `${Noun}_not_found` extends ErrorCode
      ? Noun
      : never
    : never
  : never;

/** `created` for `sibyl.webhook.created`. */
type EventOf<Noun extends string> = EventType extends infer Type
  ? Type extends `sibyl.${Noun}.${infer Event}`
    ? Event
    : never
  : never;

interface RecordKind<Table extends ProjectTableName, Noun extends RecordNoun> {
  table: Table;
  /** The noun in errors and events: `knowledge_base_not_found`, `sibyl.knowledge_base.created`. */
  noun: Noun;
  /** Data of its events beside ID and name; no secrets. */
  facts?: (row: ProjectRow<Table>) => Record<string, unknown>;
  /** The end of the sentence about a taken name. */
  taken?: string;
  /** The end of the sentence about a concurrent change. */
  stale?: string;
  /** The error when a record that it refers to, other than its project, was deleted concurrently. */
  gone?: { code: ErrorCode; detail: string };
  /** The project's limit on their number. */
  limit?: LimitName;
}

interface RecordServices {
  database: Database;
  events: EventLog;
  /** The limits of each project, which a kind with a limit needs. */
  limits?: { of(projectId: string): Readonly<Partial<Record<LimitName, number>>> };
}

/** Further work of a verb in the same transaction. */
type AlsoDo = (transaction: Transaction) => Promise<unknown>;

interface ChangeOptions<Noun extends string> {
  /** `updated` when absent. */
  event?: EventOf<Noun>;
  /** Data of the event beside the usual. */
  facts?: Record<string, unknown>;
  also?: AlsoDo;
}

/** The records of one kind in their projects: each is created, changed and deleted together with its event. */
export class ProjectRecords<Table extends ProjectTableName, Noun extends RecordNoun> {
  readonly #kind: RecordKind<Table, Noun>;
  readonly #words: string;

  constructor(kind: RecordKind<Table, Noun>) {
    this.#kind = kind;
    this.#words = kind.noun.replaceAll('_', ' ');
  }

  list(database: Database, projectId: string, listing: Listing): Promise<Page<ProjectRow<Table>>> {
    const table = this.#kind.table as typeof anyTable;
    const query = openAny(database).selectFrom(table).selectAll().where('project_id', '=', projectId);
    return fetchPage(query, table, listing) as Promise<unknown> as Promise<Page<ProjectRow<Table>>>;
  }

  async find(database: Database, projectId: string, nameOrId: string): Promise<ProjectRow<Table> | undefined> {
    const { table } = this.#kind;
    const [row] = await runPrepared(database, `find in ${table}`, [projectId, nameOrId], ([project, asked]) =>
      openAny(database)
        .selectFrom(table as typeof anyTable)
        .selectAll()
        .where('project_id', '=', project)
        .where((one) => one.or([one('name', '=', asked), one('id', '=', asked)])),
    );
    return row as unknown as ProjectRow<Table> | undefined;
  }

  /**
   * Returns the row of a record in a project.
   * @throws ServiceError `…_not_found`
   */
  async require(database: Database, project: NamedProject, nameOrId: string): Promise<ProjectRow<Table>> {
    const row = await this.find(database, project.id, nameOrId);
    if (!row) throw this.notFound(project, nameOrId);
    return row;
  }

  notFound(project: { name: string }, nameOrId: string): ServiceError {
    const detail = `There is no ${this.#words} ${nameOrId} in project ${project.name}.`;
    return new ServiceError(`${this.#kind.noun}_not_found` as ErrorCode, detail);
  }

  nameTaken(name: string): ServiceError {
    const { taken = 'in this project already' } = this.#kind;
    const article = /^[aeiou]/.test(this.#words) ? 'an' : 'a';
    return new ServiceError('name_taken', `There is ${article} ${this.#words} ${name} ${taken}.`);
  }

  /** Returns the IDs of all records of a project. */
  async ids(database: Database, projectId: string): Promise<string[]> {
    const table = this.#kind.table as typeof anyTable;
    const rows = await openAny(database).selectFrom(table).select('id').where('project_id', '=', projectId).execute();
    return rows.map(({ id }) => id);
  }

  /** Creates a record and locks its project until the end of the transaction. */
  insert({ database, events, limits }: RecordServices, project: NamedProject, row: ProjectRow<Table>, also?: AlsoDo) {
    const write = async (transaction: Transaction) => {
      const most = this.#mostIn(project, limits);
      await holdProject(transaction, project, most === undefined ? 'share' : 'alone');
      if (most !== undefined) await this.#requireRoom(transaction, project, most);
      await insertRecord(transaction, this.#kind.table, row as NewRecordRow<Table>);
      await also?.(transaction);
      this.emit({ events }, transaction, 'created' as EventOf<Noun>, row);
    };
    return transact(database, write).catch((error) => this.#refuse(error, row.name));
  }

  /** Changes a record unless it was changed since it was read. */
  change(
    { database, events }: RecordServices,
    row: ProjectRow<Table>,
    change: RecordChange<Table>,
    { event = 'updated' as EventOf<Noun>, facts, also }: ChangeOptions<Noun> = {},
  ): Promise<void> {
    const changed = { updated_at: new Date().toISOString(), ...change };
    const write = async (transaction: Transaction) => {
      if (!(await updateRecord(transaction, this.#kind.table, row, changed))) throw this.#changedMeanwhile();
      await also?.(transaction);
      this.emit({ events }, transaction, event, { ...row, ...changed }, facts);
    };
    return transact(database, write).catch((error) => this.#refuse(error, change.name ?? row.name));
  }

  /** Deletes a record after `before` has run in the same transaction. */
  delete({ database, events }: RecordServices, row: ProjectRow<Table>, before?: AlsoDo): Promise<void> {
    return transact(database, async (transaction) => {
      await before?.(transaction);
      await this.deleteIn({ events }, transaction, row);
    });
  }

  async deleteIn(ctx: Pick<RecordServices, 'events'>, transaction: Transaction, row: ProjectRow<Table>): Promise<void> {
    if (await deleteRecord(transaction, this.#kind.table, row.id))
      this.emit(ctx, transaction, 'deleted' as EventOf<Noun>, row);
  }

  /**
   * Moves a record into the trash, within a transaction, with the rows that belong to it alone.
   * @throws ServiceError `…_not_found` when it was deleted at the same moment
   */
  async trashIn(
    { events, actor }: Pick<RecordServices, 'events'> & { actor: string },
    transaction: Transaction,
    row: ProjectRow<Table>,
    companions: readonly Companions[] = [],
  ): Promise<void> {
    const deleted = { kind: this.#kind.noun, id: row.id, name: row.name, projectId: row.project_id };
    const table = this.#kind.table as HeldTable;
    if (!(await moveToTrash(transaction, table, deleted, actor, companions)))
      throw this.notFound({ name: row.project_id }, row.name);
    this.emit({ events }, transaction, 'deleted' as EventOf<Noun>, row);
  }

  /** Emits an event of the record in the transaction of its change. */
  emit(
    { events }: Pick<RecordServices, 'events'>,
    transaction: Transaction,
    event: EventOf<Noun>,
    row: ProjectRow<Table>,
    facts: Record<string, unknown> = {},
  ): void {
    const { noun, facts: factsOf } = this.#kind;
    events.write(transaction, {
      type: eventType(`sibyl.${noun}.${event}`),
      project: row.project_id,
      subject: `${noun}s/${row.id}`,
      data: { id: row.id, name: row.name, ...factsOf?.(row), ...facts },
    });
  }

  /** Returns how many of the kind a project may have; undefined when the kind has no limit. */
  #mostIn({ id }: NamedProject, limits: RecordServices['limits']): number | undefined {
    const { limit } = this.#kind;
    if (limit === undefined) return undefined;
    const most = limits?.of(id)[limit];
    if (most === undefined) throw new Error(`the limit ${limit} is not known where a ${this.#words} is created`);
    return most;
  }

  async #requireRoom(transaction: Transaction, { id, name }: NamedProject, most: number): Promise<void> {
    const { count } = await openAny(transaction)
      .selectFrom(this.#kind.table as typeof anyTable)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(countsFor('project_id', id))
      .executeTakeFirstOrThrow();
    if (count < most) return;
    const detail = `Project ${name} has at most ${most} ${this.#words}s, those in its trash included.`;
    throw beyondLimit('too_many_records', detail, { name: this.#kind.limit!, value: most });
  }

  #changedMeanwhile(): ServiceError {
    const { stale = 'try again' } = this.#kind;
    return new ServiceError('stale_record', `Somebody changed the ${this.#words} at the same moment; ${stale}.`);
  }

  #refuse(error: unknown, name: string): never {
    const { gone } = this.#kind;
    if (isUniqueViolation(error)) throw this.nameTaken(name);
    if (gone && isForeignKeyViolation(error)) throw new ServiceError(gone.code, gone.detail);
    throw error;
  }
}

/** Not every kind has every event: tables are replaced and appended to, not updated. */
function eventType(name: string): EventType {
  if (name in eventTypes) return name as EventType;
  throw new Error(`the catalogue of events lacks ${name}`);
}

interface NamedProject {
  id: string;
  name: string;
}

/** Returns the fields that every new record starts with. */
export function newRecord<Kind extends IdPrefix>(prefix: Kind, { actor }: { actor: string }, projectId: string) {
  const now = new Date().toISOString();
  return { id: newId(prefix), project_id: projectId, created_at: now, updated_at: now, created_by: actor, revision: 1 };
}
