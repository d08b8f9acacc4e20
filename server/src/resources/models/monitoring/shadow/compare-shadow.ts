import { decodeJson } from '../../../../platform/db/json.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import type { Challenger } from '../../retraining/challenger-of.ts';
import { shareError } from '../live.ts';
import { selectLive } from '../live-sums.ts';
import { newestOf } from '../newest-windows.ts';
import { pagesOfTruths } from '../truth-pages.ts';
import type { ShadowFigures } from '../truth-store.ts';

type Versions = Pick<Challenger, 'version' | 'champion'>;
const read = ['is_right', 'is_inside', 'error', 'shadow'] as const;

/** A figure of both versions on the same truths. */
interface Pair {
  metric: 'accuracy' | 'mae' | 'coverage';
  champion: number;
  challenger: number;
  /** Above 0 the challenger is better; null for coverage, which is to be near the confidence. */
  gain: number | null;
  standard_error: number;
}

/** What truths say of a challenger that answered in the background. */
export interface ShadowCompared {
  version: number;
  champion: number;
  truths: number;
  figures: Pair[];
}

/** One truth beside the answers of both versions. */
interface Row {
  is_right: number | null;
  is_inside: number | null;
  error: number | null;
  other: ShadowFigures;
}

/** Compares a challenger with the version that answered, by the truths of rows that both answered. */
export async function compareShadow(
  database: Database,
  modelId: string,
  { version, champion }: Versions,
): Promise<ShadowCompared> {
  const rows = await readRows(database, modelId, { version, champion });
  return { version, champion, truths: rows.length, figures: figuresOf(rows) };
}

async function readRows(database: Database, modelId: string, { version, champion }: Versions): Promise<Row[]> {
  const rows: Row[] = [];
  const windows = await selectLive(database, modelId, { version: champion });
  for (const { window_start } of newestOf(windows))
    for await (const page of pagesOfTruths(database, { model_id: modelId, window_start }, read))
      for (const { shadow, ...row } of page) {
        const other = shadow === null ? undefined : decodeJson<ShadowFigures>(shadow);
        if (other?.version === version) rows.push({ ...row, other });
      }
  return rows;
}

function figuresOf(rows: readonly Row[]): Pair[] {
  const rights = rows.flatMap(({ is_right, other }) => pairOf(is_right, other.is_right));
  const errors = rows.flatMap(({ error, other }) => pairOf(sizeOf(error), sizeOf(other.error)));
  const insides = rows.flatMap(({ is_inside, other }) => pairOf(is_inside, other.is_inside));
  return [...compare('accuracy', rights, 1), ...compare('mae', errors, -1), ...compareCoverage(insides)];
}

type Two = [champion: number, challenger: number];

function pairOf(own: number | null, other: number | null): Two[] {
  return own === null || other === null ? [] : [[own, other]];
}

function sizeOf(error: number | null): number | null {
  return error === null ? null : Math.abs(error);
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @param sign 1 where more is better, else -1 */
function compare(metric: 'accuracy' | 'mae', pairs: readonly Two[], sign: 1 | -1): Pair[] {
  if (pairs.length === 0) return [];
  const gains = pairs.map(([champion, challenger]) => sign * (challenger - champion));
  const gain = meanOf(gains);
  const squares = gains.reduce((sum, one) => sum + (one - gain) ** 2, 0);
  const standard_error = Math.sqrt(squares / Math.max(1, gains.length - 1) / gains.length);
  return [{ metric, ...meansOf(pairs), gain, standard_error }];
}

function compareCoverage(pairs: readonly Two[]): Pair[] {
  if (pairs.length === 0) return [];
  const means = meansOf(pairs);
  return [{ metric: 'coverage', ...means, gain: null, standard_error: shareError(means.challenger, pairs.length) }];
}

function meansOf(pairs: readonly Two[]): Pick<Pair, 'champion' | 'challenger'> {
  return { champion: meanOf(pairs.map(([own]) => own)), challenger: meanOf(pairs.map(([, other]) => other)) };
}
