import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { preparePython } from '../python/environment.ts';

const folder = join(import.meta.dirname, '../../.venv-tables');
const requirementsFile = join(import.meta.dirname, 'requirements.txt');
const npmPackage = 'vega-datasets@3.2.1';

/** What pandas and Python's csv read in one file. */
export interface KnownFile {
  name: string;
  file: string;
  style: 'raw' | 'r' | 'pandas';
  /** Records of the file, with its header; rows of a JSON file. */
  records: number;
  /** Null where the package does not say. */
  header: boolean | null;
  columns: { name: string; nulls: number; min?: number; max?: number }[];
}

/** Writes the tables of the packages into `into`, once, and returns what they hold. `interpreter` has them already. */
export function writeTables(into: string, interpreter: string | undefined): KnownFile[] {
  const manifest = join(into, 'manifest.ndjson');
  if (!existsSync(manifest)) {
    const python = interpreter ?? preparePython([], { folder, requirementsFile }).interpreter;
    mkdirSync(into, { recursive: true });
    console.log(`Writing the tables of the packages into ${into} ...`);
    const script = join(import.meta.dirname, 'write_tables.py');
    execFileSync(python, [script, into, unpackNpm(into)], { stdio: ['ignore', 'inherit', 'inherit'] });
  }
  return readFileSync(manifest, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as KnownFile);
}

function unpackNpm(into: string): string {
  const unpacked = join(into, 'vega-datasets');
  if (existsSync(unpacked)) return unpacked;
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', npmPackage, '--json', '--pack-destination', into], { encoding: 'utf8' }),
  );
  execFileSync('tar', ['xzf', join(into, filename), '-C', into]);
  renameSync(join(into, 'package'), unpacked);
  rmSync(join(into, filename));
  return unpacked;
}
