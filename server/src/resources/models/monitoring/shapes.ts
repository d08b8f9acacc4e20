import { plainProfile } from '@sibyl/engine/columns/profile.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { type ClassReader, createClassReader } from '@sibyl/engine/target/classes.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { selectVersion } from '../store.ts';

/** What truths of a version are read, compared and added up by. */
export interface Shape {
  /** Null for numbers. */
  classes: readonly string[] | null;
  /** Reads spellings as the training does; undefined for a class that it never saw. */
  readClass: ClassReader;
  /** A usual prediction: sums of powers of what is near it are exact. */
  middle: number;
}

export function shapeOf({
  classes,
  residuals,
  target,
}: Pick<ModelDescription, 'classes' | 'residuals' | 'target'>): Shape {
  const bands = residuals?.bands ?? [];
  return {
    classes: classes?.map(String) ?? null,
    readClass: remembered(createClassReader(classes ?? [], plainProfile(target, 'category'))),
    middle: bands[Math.floor(bands.length / 2)]?.from ?? 0,
  };
}

const mostSpellings = 500;
const longestRemembered = 100;

/** Reads each spelling once: a request has thousands of truths of few classes, which are compared, counted and told. */
function remembered(read: ClassReader): ClassReader {
  const spellings = new Map<unknown, number | undefined>();
  return (cell) => {
    if (typeof cell === 'string' && cell.length > longestRemembered) return read(cell);
    if (!spellings.has(cell)) {
      if (spellings.size >= mostSpellings) spellings.clear();
      spellings.set(cell, read(cell));
    }
    return spellings.get(cell);
  };
}

const mostKnown = 200;
/** By model and version, whose classes never change: a description takes milliseconds to decode. */
const known = new Map<string, Shape>();

/** Returns the shapes of versions that are there. */
export async function selectShapes(
  database: Database,
  modelId: string,
  versions: Iterable<number>,
): Promise<Map<number, Shape>> {
  const shapes = new Map<number, Shape>();
  for (const version of new Set(versions)) {
    const shape = await selectShape(database, modelId, version);
    if (shape) shapes.set(version, shape);
  }
  return shapes;
}

async function selectShape(database: Database, modelId: string, version: number): Promise<Shape | undefined> {
  const key = `${modelId} ${version}`;
  const before = known.get(key);
  if (before) return before;
  const row = await selectVersion(database, modelId, version);
  if (!row?.description) return undefined;
  const shape = shapeOf(decodeJson<ModelDescription>(row.description));
  if (known.size >= mostKnown) known.clear();
  known.set(key, shape);
  return shape;
}
