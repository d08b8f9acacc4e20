import type { Static, TObject } from 'typebox';
import { compileCheck } from '../../http/request/validation.ts';
import type { DataEngine } from '../../platform/data/data-engine.ts';
import type { RowShape } from '../../platform/data/row-writer.ts';
import type { SnapshotLimits } from '../../platform/data/snapshots.ts';
import type { ColumnType, WrittenResult } from '../../platform/data/types.ts';
import type { Outgoing } from '../../platform/outgoing/outgoing.ts';
import type { Requester } from '../../platform/workers/fair-turns.ts';
import type { Dialect } from './dialects.ts';

export interface TableName {
  schema: string;
  name: string;
}

interface CatalogColumn {
  name: string;
  type: ColumnType;
  comment: string | null;
}

export interface CatalogTable extends TableName {
  comment: string | null;
  /** The database's estimate; null when it has none. */
  rowEstimate: number | null;
  columns: CatalogColumn[];
}

/** A query and the only tables that it may read. */
export interface Question {
  sql: string;
  tables: readonly TableName[];
}

/** The wanted form of an answer, and its limits. */
export interface AskedAnswer {
  shape: RowShape;
  maxRows: number;
  timeoutMs: number;
  /** Maximum bytes from the database. */
  maxBytes: number;
  /** Maximum bytes of the rows as JSON. */
  answerBytes: number;
  /** Maximum letters of a text, or of a value of lists and objects; longer ones are cut. */
  cellCharacters?: number | undefined;
}

export interface KeepLimits extends SnapshotLimits {
  /** Path of the Parquet file; must not exist. The caller removes it, also after a failure. */
  outputPath: string;
  /** Maximum bytes from the database, and on disk until they are Parquet. */
  maxBytes: number;
}

/**
 * A user's database: what every engine does. Errors are `connection_failed` for a database that cannot be reached or
 * refuses the parameters, `query_refused`, `query_failed`, `query_time_limit`, `query_memory_limit`, or the reason of
 * the requester's signal, which also ends the query in the database.
 */
export interface OpenDatabase {
  /** Schemas whose tables may be read; those of the first need no schema name. */
  readonly schemas: readonly string[];
  /** Queries the database once and returns the version of its server. */
  check(requester: Requester): Promise<string>;
  readTables(requester: Requester): Promise<CatalogTable[]>;
  /** Refuses what is not one SELECT over the tables, with functions that only compute. */
  guard(question: Question, requester: Requester): Promise<void>;
  /** Runs a guarded query and returns its first rows as JSON that a worker wrote. */
  answer(question: Question, asked: AskedAnswer, requester: Requester): Promise<WrittenResult>;
  /** Writes all rows of a guarded query to one Parquet file; they are never held in memory together. */
  keep(question: Question, limits: KeepLimits, requester: Requester): Promise<void>;
  close(): Promise<void>;
}

/** What engines may use of the service. */
export interface EngineServices {
  data: DataEngine;
  outgoing: Outgoing;
  /** What the operator allowed to be called although it is not public. */
  outgoingAllowed: readonly string[];
  /** Folders of database files that the operator allowed. */
  folders: readonly string[];
  /** The service's own data, which no file of a connection may be. */
  dataDirectory: string;
  /** For unfinished files. */
  temporaryDirectory: string;
  /** Workers of all databases of an engine together: opened with the first use, closed with the service. */
  shared<Workers extends Closable>(name: string, open: () => Workers): Workers;
}

interface Closable {
  close(): Promise<void>;
}

interface EngineDefinition<Name extends string, Shape extends TObject> {
  name: Name;
  /** Other accepted spellings. */
  otherNames?: readonly string[];
  parameters: Shape;
  /** Parameters that are sealed and never shown. */
  secrets?: readonly (keyof Static<Shape> & string)[];
  /** Parameters that say where the secrets are sent: when one changes, the secrets must be sent again. */
  secretsGoTo?: readonly (keyof Static<Shape> & string)[];
  dialect: Dialect;
  /** Resolves and checks the address of a server that is not called by HTTP. A changed one opens the database anew. */
  locate?: (parameters: Static<Shape>, outgoing: Outgoing) => Promise<string>;
  /** Loads the driver and opens the database; it connects at the first query. */
  open: (parameters: Static<Shape>, services: EngineServices, address: string) => Promise<OpenDatabase>;
}

/** A kind of database. Its own file knows the type of its parameters; the others know that they passed `check`. */
export interface Engine<Name extends string = string> {
  readonly name: Name;
  readonly otherNames: readonly string[];
  readonly parameters: TObject;
  readonly secrets: readonly string[];
  readonly secretsGoTo: readonly string[];
  readonly dialect: Dialect;
  /** Returns the parameters with defaults, or throws `invalid_input` with pointers below `/parameters`. */
  check(parameters: unknown): Parameters;
  locate(parameters: Parameters, outgoing: Outgoing): Promise<string>;
  open(parameters: Parameters, services: EngineServices, address: string): Promise<OpenDatabase>;
}

export type Parameters = Record<string, unknown>;

export function defineEngine<const Name extends string, Shape extends TObject>(
  definition: EngineDefinition<Name, Shape>,
): Engine<Name> {
  const { otherNames = [], secrets = [], secretsGoTo = [], locate = async () => '' } = definition;
  return {
    ...definition,
    otherNames,
    secrets,
    secretsGoTo,
    check: compileCheck(definition.parameters, 'json', '/parameters') as (input: unknown) => Parameters,
    locate: (parameters, outgoing) => locate(parameters as Static<Shape>, outgoing),
    open: (parameters, services, address) => definition.open(parameters as Static<Shape>, services, address),
  };
}
