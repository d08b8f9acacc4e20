import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { createModel } from '../models/create.ts';
import { createProject, listProjects } from '../projects/service.ts';
import { createTable } from '../tables/upload.ts';
import { generateHomeRentals } from './home-rentals.ts';

const rowCount = 5000;
const seed = 4747;

/** Makes project `default` on an empty service and, when asked, its sample table and a model that trains on it. */
export async function prepareFirstStart(ctx: Context, withSample: boolean): Promise<void> {
  const everything = {
    column: 'name',
    descending: false,
    limit: 1,
    after: undefined,
    name: undefined,
    search: undefined,
  };
  const { items } = await listProjects(ctx, { ...everything, column: 'name' });
  if (items.length > 0) return;
  const project = await createProject(ctx, { name: 'default', description: 'The first project.' });
  if (withSample) await createSample(ctx, project.name);
}

async function createSample(ctx: Context, project: string): Promise<void> {
  const path = join(ctx.temporaryDirectory, 'home_rentals.json');
  await writeFile(path, JSON.stringify(generateHomeRentals(rowCount, seed)));
  const table = 'home_rentals';
  try {
    await createTable(ctx, { project, table }, { path, format: 'json', options: {} });
  } finally {
    await rm(path, { force: true });
  }
  await createModel(ctx, project, { name: 'home_rentals_model', target: 'rental_price', from: { table } });
}
