import { version } from '../../release.ts';
import { listConnections } from '../../resources/connections/service.ts';
import { requirePermission } from '../../resources/keys/authorize.ts';
import type { ModelRecord } from '../../resources/models/schemas.ts';
import { listModels, listVersions } from '../../resources/models/service.ts';
import { listTables } from '../../resources/tables/service.ts';
import type { SqlContext } from './context.ts';
import { everything, findProject, homeAmong, listProjectNames } from './projects.ts';
import type { Row } from './result.ts';

/** Lists that clients read as tables, by their SQL names. */
export const catalogs: Record<string, (ctx: SqlContext) => Promise<Row[]>> = {
  databases: listDatabases,
  models: listAllModels,
  models_versions: listAllModels,
  tables: listAllTables,
  ml_engines: async () => [{ NAME: 'sibyl', HANDLER: 'sibyl', CONNECTION_DATA: '{}' }],
  handlers: async () => [],
  views: async () => [],
  jobs: async () => [],
};

async function listDatabases(ctx: SqlContext): Promise<Row[]> {
  requirePermission(ctx, 'connections.list');
  const projects = await listProjectNames(ctx);
  const isAlias = !projects.includes('mindsdb') && homeAmong(projects) !== undefined;
  const named = [...projects, ...(isAlias ? ['mindsdb'] : [])];
  const home = await findProject(ctx, ctx.project);
  const connections = home === undefined ? [] : (await listConnections(ctx, home, everything)).items;
  return [
    { NAME: 'information_schema', TYPE: 'system', ENGINE: 'system', CONNECTION_DATA: {} },
    ...named.map((NAME) => ({ NAME, TYPE: 'project', ENGINE: 'mindsdb', CONNECTION_DATA: {} })),
    { NAME: 'files', TYPE: 'data', ENGINE: 'files', CONNECTION_DATA: {} },
    ...connections.map(({ name: NAME, engine: ENGINE, parameters: CONNECTION_DATA }) => {
      return { NAME, TYPE: 'data', ENGINE, CONNECTION_DATA };
    }),
  ];
}

async function listAllModels(ctx: SqlContext): Promise<Row[]> {
  requirePermission(ctx, 'models.list_versions');
  const { items } = await listModels(ctx, ctx.project, { ...everything, status: undefined });
  const versions = await Promise.all(items.map(({ id }) => listVersions(ctx, { project: ctx.project, model: id })));
  return versions.flatMap((records) => records.map((record) => modelRow(record, records)));
}

const statuses = {
  queued: 'generating',
  training: 'training',
  complete: 'complete',
  failed: 'error',
  cancelled: 'error',
};

/** The newest version stands for a model without an active one. */
export function modelRow(model: ModelRecord, versions: readonly ModelRecord[] = [model]): Row {
  const newest = Math.max(...versions.map((one) => one.version));
  const isActive = model.active_version === null ? model.version === newest : model.active;
  return {
    NAME: model.name,
    ENGINE: 'sibyl',
    PROJECT: model.project,
    ACTIVE: isActive ? 1 : 0,
    VERSION: model.version,
    STATUS: statuses[model.status],
    ACCURACY: model.accuracy,
    PREDICT: model.target,
    UPDATE_STATUS: 'up_to_date',
    MINDSDB_VERSION: version,
    ERROR: model.error,
    SELECT_DATA_QUERY: typeof model.source.sql === 'string' ? model.source.sql : null,
    TRAINING_OPTIONS: model.options,
    CURRENT_TRAINING_PHASE: model.progress?.phase ?? null,
    TAG: null,
    CREATED_AT: model.created_at,
    TRAINING_TIME: model.training_seconds,
  };
}

async function listAllTables(ctx: SqlContext): Promise<Row[]> {
  requirePermission(ctx, 'tables.list');
  const { items } = await listTables(ctx, ctx.project, everything);
  const { items: models } = await listModels(ctx, ctx.project, { ...everything, status: undefined });
  return [
    ...items.map(({ name }) => ({ TABLE_NAME: name, TABLE_TYPE: 'BASE TABLE', TABLE_SCHEMA: ctx.project })),
    ...models.map(({ name }) => ({ TABLE_NAME: name, TABLE_TYPE: 'MODEL', TABLE_SCHEMA: ctx.project })),
  ];
}

/** Names and values match in any case and type: clients write `ACTIVE = '1'` and `name = 'rent'`. */
export function filterRows(rows: readonly Row[], conditions: readonly [string, unknown][]): Row[] {
  const wanted = new Map<string, string>();
  for (const [column, value] of conditions) {
    const name = column.toLowerCase();
    if ((wanted.get(name) ?? String(value)) !== String(value)) return [];
    wanted.set(name, String(value));
  }
  return rows.filter((row) => {
    const cells = Object.entries(row).filter(([name]) => wanted.has(name.toLowerCase()));
    return (
      cells.length === wanted.size && cells.every(([name, cell]) => wanted.get(name.toLowerCase()) === String(cell))
    );
  });
}
