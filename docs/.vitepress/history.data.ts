import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How a figure went from run to run; oldest first. */
export interface Series {
  benchmark: string;
  what: string;
  unit: string;
  points: { at: string; value: number }[];
}

interface Line {
  at?: string;
  what?: string;
  measured?: number;
  unit?: string;
  figure?: string;
}

/** Runs before the bench kept its own history are texts such as `91.9 %, 37,255/s`: the first number counts. */
const leading = /^(-?[\d,]*\.?\d+) ?(%|x|ms|s|MB)?(?=$|[,;( /])/;

const folder = join(import.meta.dirname, '../../bench/history');

/** Fewer runs are no history. */
const fewest = 4;

export default { watch: [join(folder, '*.jsonl')], load };

function load(): Series[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .toSorted()
    .flatMap((file) => readSeries(file.replace('.jsonl', ''), readFileSync(join(folder, file), 'utf8')))
    .filter(({ points }) => points.length >= fewest);
}

function readSeries(benchmark: string, text: string): Series[] {
  const series = new Map<string, Series>();
  for (const line of text.split('\n').filter(Boolean)) {
    const run: Line = JSON.parse(line);
    const [, digits, unit = ''] = leading.exec(run.figure ?? '') ?? [];
    const value = run.measured ?? Number.parseFloat((digits ?? '').replaceAll(',', ''));
    if (!run.what || !run.at || !Number.isFinite(value)) continue;
    const kept = series.get(run.what) ?? { benchmark, what: run.what, unit: (run.unit ?? unit).trim(), points: [] };
    kept.points.push({ at: run.at, value });
    series.set(run.what, kept);
  }
  return [...series.values()];
}
