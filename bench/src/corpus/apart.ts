import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureClasses, measureRegression } from '@sibyl/engine/metrics/metrics.ts';
import { rowNumbers } from '@sibyl/engine/random.ts';
import { jackknifeError } from '../figures/jackknife.ts';

/** Answers to held-out rows: of classes a probability each, in the order of `classes`. */
interface Answers {
  classes: string[] | null;
  found: readonly (number | number[])[];
  /** Places of the true classes, or numbers; kept by ours. */
  truth?: number[];
}

/** Returns by how many standard errors of the difference, over the same rows, ours score better than a peer's. */
export function standardErrorsApart(into: string, table: string, label: string, peer: string): number | undefined {
  const [own, other] = [label, peer].map((name) => readAnswers(join(into, 'answers', `${table}.${name}.json`)));
  if (!own?.truth || !other) return undefined;
  const truth = Float64Array.from(own.truth);
  const scoreOwn = scorerOf(own, own.classes, truth);
  const scoreOther = scorerOf(other, own.classes, truth);
  const ahead = (rows: Int32Array) => scoreOwn(rows) - scoreOther(rows);
  const all = rowNumbers(truth.length);
  return ahead(all) / jackknifeError(all, ahead);
}

function readAnswers(path: string): Answers | undefined {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** Scores some rows: R², the area under the curve of two classes, the log loss of more below 0. */
function scorerOf({ classes, found }: Answers, order: string[] | null, truth: Float64Array) {
  const pick = (rows: Int32Array) => Float64Array.from(rows, (row) => truth[row]);
  if (!order || !classes)
    return (rows: Int32Array) =>
      measureRegression(
        pick(rows),
        Float64Array.from(rows, (row) => Number(found[row])),
      ).r2_score;
  // The engine trims what it reads.
  const known = classes.map((name) => name.trim());
  const places = order.map((name) => known.indexOf(name.trim()));
  if (places.includes(-1)) throw new Error(`classes differ: ${order.join(', ')} and ${classes.join(', ')}`);
  return (rows: Int32Array) => {
    const shares = Float64Array.from([...rows].flatMap((row) => places.map((place) => Object(found[row])[place] ?? 0)));
    const { auc, log_loss } = measureClasses(pick(rows), shares, order.length);
    return order.length === 2 ? auc : -log_loss;
  };
}
