import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { eventually, type ServiceProcess } from '../../service-process.ts';
import { rowsOfBatch } from './rows.ts';
import type { ModelState, TableState, World } from './writers.ts';

const project = '/projects/default';

async function read(service: ServiceProcess, path: string, body?: unknown) {
  const answer = await service.call(body === undefined ? 'GET' : 'POST', path, body);
  expect(answer.status, `${path}: ${answer.text}`).toBe(200);
  return answer;
}

/** Every listed table is complete and in a state that the ledger allows; no others exist. */
export async function inspectTables(service: ServiceProcess, { tables }: World, isMeant: (name: string) => boolean) {
  const listed = (await read(service, `${project}/tables`)).body as { name: string; row_count: number }[];
  const counts = new Map(listed.map((table) => [table.name, table.row_count]));
  expect([...counts.keys()].filter((name) => !tables.names().includes(name))).toEqual([]);
  for (const name of tables.names().filter(isMeant)) {
    const count = counts.get(name);
    const state = count === undefined ? undefined : await readTableState(service, name, count);
    expect(tables.possible(name), name).toContainEqual(state);
    tables.settle(name, state);
  }
}

/** Returns the batches in a table; fails unless each is complete and nothing else is in it. */
async function readTableState(service: ServiceProcess, name: string, count: number): Promise<TableState> {
  const rows: { batch: number }[] = [];
  for (let path: string | undefined = `${project}/tables/${name}/rows?limit=1000`; path; ) {
    const page = await read(service, path);
    rows.push(...page.body);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    path = next && new URL(next, 'http://localhost').href.slice('http://localhost'.length);
  }
  const batches = [...new Set(rows.map((row) => row.batch))];
  expect(rows.length, `rows of ${name}`).toBe(count);
  expect(rows, name).toEqual(batches.flatMap(rowsOfBatch));
  return batches;
}

interface Version {
  version: number;
  status: string;
  active_version: number | null;
}

/** Every model has the versions that the ledger allows and the right active one, and each complete version predicts. */
export async function inspectModels(service: ServiceProcess, { models }: World, isMeant: (name: string) => boolean) {
  const listed = (await read(service, `${project}/models`)).body as { name: string }[];
  const names = new Set(listed.map((model) => model.name));
  expect([...names].filter((name) => !models.names().includes(name))).toEqual([]);
  for (const name of models.names().filter(isMeant)) {
    // Versions are read one statement after their model, and a training may end in between.
    const allowed = await eventually(() => findModelState(service, models.possible(name), name, names.has(name)));
    models.settle(name, allowed);
  }
}

async function findModelState(
  service: ServiceProcess,
  possible: readonly (ModelState | undefined)[],
  name: string,
  isListed: boolean,
): Promise<ModelState | undefined> {
  const versions = isListed ? await readVersions(service, name) : [];
  const allowed = possible.findIndex((state) => admits(state, versions));
  expect(allowed, `${name}: ${JSON.stringify({ possible, versions })}`).not.toBe(-1);
  return possible[allowed];
}

async function readVersions(service: ServiceProcess, name: string): Promise<Version[]> {
  const { body } = await read(service, `${project}/models/${name}/versions`);
  const versions = (body as Version[]).map(({ version, status, active_version }) => ({
    version,
    status,
    active_version,
  }));
  for (const { version, status } of versions) {
    expect(['queued', 'training', 'complete']).toContain(status);
    if (status !== 'complete') continue;
    const [answer] = (await read(service, `${project}/models/${name}.${version}/predict`, [{ x: 3.5 }])).body;
    expect(answer.price).toEqual(expect.any(Number));
  }
  return versions;
}

function admits(state: ModelState | undefined, versions: Version[]): boolean {
  if (state === undefined || versions.length === 0) return state === undefined && versions.length === 0;
  const complete = versions.filter(({ status }) => status === 'complete').map(({ version }) => version);
  const newest = Math.max(...complete.filter((version) => version > (state.pin?.latest ?? 0)));
  const active = Number.isFinite(newest) ? newest : (state.pin?.version ?? null);
  return versions.length === state.versions && versions[0].active_version === active;
}

/** Counts waiting and running versions. */
export async function countUnfinished(service: ServiceProcess): Promise<number> {
  const { body } = await read(service, `${project}/models`);
  return (body as Version[]).filter(({ status }) => status === 'queued' || status === 'training').length;
}

/** Every file belongs to a row, and every row has its file; a training may be about to record one. */
export async function inspectBlobs(directory: string): Promise<void> {
  using database = new DatabaseSync(join(directory, 'sibyl.db'), { readOnly: true, timeout: 5000 });
  await eventually(() => {
    const recorded = readKeys(database);
    const stored = readFiles(join(directory, 'blobs'));
    expect({ lost: recorded.filter((key) => !stored.includes(key)) }).toEqual({ lost: [] });
    expect({ unowned: stored.filter((key) => !readKeys(database).includes(key)) }).toEqual({ unowned: [] });
  });
}

function readKeys(database: DatabaseSync): string[] {
  const statement = database.prepare(`
    select blob_key as key from table_parts
    union all select blob_key from model_versions where blob_key is not null
    union all select snapshot_key from model_versions where snapshot_key is not null`);
  return statement.all().map(({ key }) => String(key));
}

function readFiles(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
}
