import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type DataEngine, type DataEngineOptions, openDataEngine } from '../src/platform/data/data-engine.ts';
import type { FileFormat, FileOptions, ImportResult, JsonValue, TablePart } from '../src/platform/data/types.ts';
import type { Requester } from '../src/platform/workers/fair-turns.ts';

export interface ImportedTable extends ImportResult {
  part: TablePart;
  /** All rows, as arrays in the order of the columns. */
  cells: JsonValue[][];
}

/** A requester for tests in which it does not matter. */
export const somebody: Requester = { project: 'prj_tested', caller: 'key_tested' };

type Verb = 'importFile' | 'appendFile' | 'readRows' | 'runQuery';
export type TestRoom = Omit<DataEngine, Verb> & {
  [Name in Verb]: (
    request: Parameters<DataEngine[Name]>[0],
    requester?: Partial<Requester>,
  ) => ReturnType<DataEngine[Name]>;
};

/** A data engine whose calls use that requester unless told otherwise. */
export function openTestRoom(options: DataEngineOptions): TestRoom {
  const room = openDataEngine(options);
  return {
    importFile: (request, requester) => room.importFile(request, { ...somebody, ...requester }),
    appendFile: (request, requester) => room.appendFile(request, { ...somebody, ...requester }),
    readRows: (request, requester) => room.readRows(request, { ...somebody, ...requester }),
    runQuery: (request, requester) => room.runQuery(request, { ...somebody, ...requester }),
    writeRows: (request, requester) => room.writeRows(request, requester),
    writeQuery: (request, shape, requester) => room.writeQuery(request, shape, requester),
    readImported: (request, requester) => room.readImported(request, requester),
    describeFile: (file, requester) => room.describeFile(file, requester),
    joinParts: (request, limits) => room.joinParts(request, limits),
    snapshotQuery: (request, limits) => room.snapshotQuery(request, limits),
    get usage() {
      return room.usage;
    },
    close: () => room.close(),
  };
}

/** Opens a data engine in its own folder, for the tests of one file. */
export function useDataRoom() {
  let folder = '';
  let room: TestRoom;
  let files = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sibyl-data-'));
    room = openTestRoom({ spillFolder: folder });
  });
  afterAll(async () => {
    room.close();
    await rm(folder, { recursive: true, force: true });
  });

  function newPath(): string {
    files += 1;
    return join(folder, `file-${files}`);
  }

  async function write(content: string | Uint8Array): Promise<string> {
    const path = newPath();
    await writeFile(path, content);
    return path;
  }

  async function importText(content: string | Uint8Array, options: FileOptions = {}, format?: FileFormat) {
    const outputPath = newPath();
    const result = await room.importFile({ path: await write(content), outputPath, options, format });
    const part = { path: outputPath, rowCount: result.rowCount };
    const rows = await room.readRows({ parts: [part], columns: result.columns, offset: 0, limit: result.rowCount });
    const cells = rows.map((row) => result.columns.map(({ name }) => row[name]));
    return { ...result, part, cells } satisfies ImportedTable;
  }

  return { room: () => room, folder: () => folder, newPath, write, importText };
}

/** Returns code and sentence of a rejected promise; fails when it resolves. */
export async function faultOf(promise: Promise<unknown>): Promise<{ code: string; detail: string; pointer: string }> {
  const error = await promise.then(
    () => {
      throw new Error('it succeeded');
    },
    (reason) => reason,
  );
  const [first] = error.errors ?? [];
  if (!first) throw error;
  return first;
}
