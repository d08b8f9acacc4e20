import { join } from 'node:path';
import { LocalCopies } from '../../../platform/blobs/local-copies.ts';
import type { TablePart } from '../../../platform/data/types.ts';
import type { Requester } from '../../../platform/workers/fair-turns.ts';
import type { EngineServices, OpenDatabase } from '../engine.ts';
import { tooLarge } from '../limits.ts';
import { queriedInside } from '../queried-inside.ts';
import { findFiles, openStore, type StoreParameters } from './bucket.ts';
import { findWebFile, mostTableBytes, type RemoteFile } from './remote-files.ts';

interface ParquetParameters extends StoreParameters {
  tables: Record<string, string>;
}

/** Files that nobody used for a while are deleted above this number of bytes. */
const mostCopiedBytes = 10 * 1024 ** 3;
/** How long a list of files is believed. */
const listedMs = 60_000;
const fetchMs = 3_600_000;
const describing = { maxRows: 0, timeoutMs: 20_000, memoryBytes: 256 * 1024 * 1024 };

export async function openDatabase(parameters: ParquetParameters, services: EngineServices): Promise<OpenDatabase> {
  const { data, outgoing, shared, temporaryDirectory } = services;
  const names = Object.keys(parameters.tables);
  const copies = shared('parquet', () => openCopies(temporaryDirectory));
  const store = openStore(outgoing, parameters);
  const listed = new Map<string, { until: number; files: RemoteFile[] }>();

  async function list(name: string, signal: AbortSignal): Promise<RemoteFile[]> {
    const known = listed.get(name);
    if (known && known.until > Date.now()) return known.files;
    const location = parameters.tables[name];
    const files = location.startsWith('s3://')
      ? await findFiles(await store, parameters, location, signal)
      : [await findWebFile(outgoing, location, signal)];
    if (files.reduce((bytes, { byteSize }) => bytes + byteSize, 0) > mostTableBytes) throw tooLarge(mostTableBytes);
    listed.set(name, { until: Date.now() + listedMs, files });
    return files;
  }

  /** Copies files one after another: the store and the disk are the limit. */
  async function copy(name: string, signal: AbortSignal): Promise<TablePart[]> {
    const parts: TablePart[] = [];
    for (const file of await list(name, signal)) {
      const path = await (await copies.opened).find(file.key, { tag: file.tag }, (to) => file.fetch(to, signal));
      parts.push({ path, rowCount: 0 });
    }
    return parts;
  }

  /** Only the tables that a query may mean are copied; a name in capitals means the same one to DuckDB. */
  async function sourceOf({ sql, tables }: { sql: string; tables: readonly { name: string }[] }, requester: Requester) {
    const text = sql.toLowerCase();
    const wanted = tables.map(({ name }) => name).filter((name) => names.includes(name));
    const meant = wanted.filter((name) => text.includes(name.toLowerCase()));
    const signal = endOf(requester);
    const copied: Record<string, TablePart[]> = {};
    for (const name of meant) copied[name] = await copy(name, signal);
    return { tables: copied };
  }

  return {
    schemas: ['main'],
    ...queriedInside(services, sourceOf),
    async check(requester) {
      const files = (await Promise.all(names.map((name) => list(name, endOf(requester))))).flat();
      return `Parquet (${files.length} ${files.length === 1 ? 'file' : 'files'})`;
    },
    async readTables(requester) {
      const tables = [];
      for (const name of names) {
        const question = { sql: `SELECT * FROM ${name}`, tables: [{ name }] };
        const { columns } = await data.runQuery(
          { ...(await sourceOf(question, requester)), ...describing, sql: question.sql },
          requester,
        );
        const plain = columns.map((column) => ({ name: column.name, type: column.type, comment: null }));
        tables.push({ schema: 'main', name, comment: null, rowEstimate: null, columns: plain });
      }
      return tables;
    },
  };
}

function openCopies(folder: string) {
  return { opened: LocalCopies.open(join(folder, 'parquet'), mostCopiedBytes), close: async () => {} };
}

function endOf({ signal }: Requester): AbortSignal {
  const timeout = AbortSignal.timeout(fetchMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
