import type { Encoded } from '../encoding/frame.ts';
import type { Candidate } from '../learners/contract.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { createRandom, shuffle } from '../random.ts';
import type { Labels } from '../target/labels.ts';
import { gainOfGroups } from './choose-pairs.ts';
import { type Derivation, type FittedDerivation, withDerived } from './derived.ts';

/** A column is watched when at least this share of it is missing, and at most one minus this share. */
const leastMissing = 0.01;
const mostWatched = 100;
/** A pattern has at least this many rows and this share of them; rarer ones share one code. */
const fewestRows = 10;
const leastShare = 0.005;
const mostPatterns = 60;
const mostRows = 20_000;

/** The watched columns, and the patterns that get codes of their own (`0110…`). */
interface MissingPatterns {
  watched: readonly number[];
  patterns: readonly string[];
}

/** Whether patterns of missing cells explain the target on rows that they were not learned from. */
export function areMissingPatternsTelling(encoded: Encoded, labels: Labels, train: Int32Array, seed: number): boolean {
  const fitted = fitPatterns(encoded, train);
  if (fitted.watched.length < 2 || fitted.patterns.length < 2) return false;
  const rows = shuffle(train.slice(), createRandom(seed)).subarray(0, mostRows);
  const [, codes] = columnsOf(fitted, encoded, labels.values.length);
  return gainOfGroups(codes, fitted.patterns.length + 1, labels, rows) > 0;
}

/** Wraps a candidate so that it also sees the number and the pattern of missing cells. */
export function withMissingPatterns(candidate: Candidate): Candidate {
  return withDerived(candidate, 'missing patterns', ({ encoded, labels, train }): FittedDerivation => {
    const fitted = fitPatterns(encoded, train);
    return {
      derivation: deriveFrom(fitted),
      features: [
        { name: 'missing cells', categories: 0 },
        { name: 'missing pattern', categories: fitted.patterns.length + 1 },
      ],
      columns: columnsOf(fitted, encoded, labels.values.length),
      told: { missing_patterns: fitted.patterns.length },
    };
  });
}

/** Watches one slot of each column, because all slots of a column are missing together. */
function fitPatterns({ encoders, columns }: Encoded, train: Int32Array): MissingPatterns {
  const first = new Map(encoders.toReversed().map(({ input, slot }) => [input, slot]));
  const watched = [...first.values()].filter((slot) => {
    let missing = 0;
    for (const row of train) if (Number.isNaN(columns[slot]?.[row])) missing += 1;
    return missing >= leastMissing * train.length && missing <= (1 - leastMissing) * train.length;
  });
  const kept = watched.sort((a, b) => a - b).slice(0, mostWatched);
  const counts = new Map<string, number>();
  for (const row of train) {
    const pattern = patternOf(kept, (slot) => columns[slot][row]);
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  const fewest = Math.max(fewestRows, leastShare * train.length);
  const frequent = [...counts]
    .filter(([, count]) => count >= fewest)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return { watched: kept, patterns: frequent.slice(0, mostPatterns).map(([pattern]) => pattern) };
}

function patternOf(watched: readonly number[], cellAt: (slot: number) => number): string {
  let pattern = '';
  for (const slot of watched) pattern += Number.isNaN(cellAt(slot)) ? '1' : '0';
  return pattern;
}

function columnsOf(fitted: MissingPatterns, { columns }: Encoded, rowCount: number): Float64Array[] {
  const { write } = deriveFrom(fitted);
  const encoded = new Float64Array(columns.length);
  const out = new Float64Array(2);
  const derived = [new Float64Array(rowCount), new Float64Array(rowCount)];
  for (let row = 0; row < rowCount; row++) {
    for (const slot of fitted.watched) encoded[slot] = columns[slot][row];
    write(encoded, out, 0);
    derived[0][row] = out[0];
    derived[1][row] = out[1];
  }
  return derived;
}

const microsecondsPerColumn = 0.02;

function deriveFrom({ watched, patterns }: MissingPatterns): Derivation {
  const codes = new Map(patterns.map((pattern, code) => [pattern, code]));
  return {
    width: 2,
    cost: microsecondsPerColumn * watched.length,
    write(encoded, out, start) {
      const pattern = patternOf(watched, (slot) => encoded[slot]);
      out[start] = pattern.replaceAll('0', '').length;
      out[start + 1] = codes.get(pattern) ?? patterns.length;
    },
    save: () => ({ kind: 'missing patterns', watched, patterns }),
  };
}

/** Loads the patterns for rows of `featureCount` features. */
export function loadMissingPatterns(saved: SavedValue, featureCount: number): Derivation {
  const watched = saved.get('watched').list(mostWatched);
  const patterns = saved.get('patterns').list(mostPatterns);
  return deriveFrom({
    watched: watched.map((slot) => slot.integer(0, featureCount - 1)),
    patterns: patterns.map((pattern) => pattern.text()),
  });
}
