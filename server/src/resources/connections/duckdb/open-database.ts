import type { EngineServices, OpenDatabase, Question } from '../engine.ts';
import { requireFile } from '../files.ts';
import { queriedInside } from '../queried-inside.ts';

interface DuckdbParameters {
  path: string;
  schema?: string;
}

export async function openDatabase(
  { path: given, schema = 'main' }: DuckdbParameters,
  services: EngineServices,
): Promise<OpenDatabase> {
  const { data } = services;
  // Looked at anew each time: a link may have been changed.
  const locate = async () => ({ path: await requireFile(given, services), schema });
  const sourceOf = async ({ tables }: Question) => ({
    tables: {},
    attached: { ...(await locate()), tables: tables.map(({ name }) => name) },
  });
  return {
    schemas: [schema],
    ...queriedInside(services, sourceOf),
    async check(requester) {
      return (await data.describeFile(await locate(), requester)).version;
    },
    async readTables(requester) {
      const { tables } = await data.describeFile(await locate(), requester);
      return tables.map((table) => ({ ...table, schema }));
    },
  };
}
