import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runForJson } from '../process/run.ts';
import { type Row, type Subject, toCsv } from './stream.ts';

/** What each peer flags, window by window. */
export interface PeersSaid {
  evidently: { columns: string[][]; dataset: boolean[]; seconds: number };
  nannyml: { columns: string[][]; seconds: number };
}

/** Asks both about the inputs of the same windows. */
export function askPeers(
  interpreter: string,
  folder: string,
  { name, target, learned }: Subject,
  windows: readonly { rows: Row[] }[],
): Promise<PeersSaid> {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  const inputs = (rows: readonly Row[]) => rows.map(({ [target]: _, ...row }) => row);
  writeFileSync(join(own, 'training.csv'), toCsv(inputs(learned)));
  writeFileSync(join(own, 'windows.csv'), toCsv(inputs(windows.flatMap(({ rows }) => rows))));
  const script = join(import.meta.dirname, 'peers.py');
  return runForJson<PeersSaid>([interpreter, script, own, String(windows[0].rows.length)], {
    NML_DISABLE_USAGE_LOGGING: '1',
  });
}
