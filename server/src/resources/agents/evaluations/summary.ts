import { addUsage, noUsage } from '../completions/usage.ts';
import { differenceOf } from './paired-difference.ts';
import type { Comparison, EvaluationRecord, Result, Summary } from './schemas.ts';

/** Summarises all results so far. */
export function summarise(results: readonly Result[]): Summary {
  const times = results.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const right = results.filter(({ is_right }) => is_right).length;
  const done = results.length;
  return {
    done,
    right,
    score: done === 0 ? null : right / done,
    usage: results.reduce((sum, { usage }) => addUsage(sum, usage), noUsage),
    milliseconds_mean: done === 0 ? null : Math.round(times.reduce((sum, one) => sum + one, 0) / done),
    milliseconds_p95: times[Math.min(Math.ceil(done * 0.95), done) - 1] ?? null,
  };
}

interface Side {
  record: EvaluationRecord;
  results: readonly Result[];
}

/** Lists the questions that another version answered better or worse. */
export function compare(before: Side, after: Side): Comparison {
  const earlier = new Map(before.results.map((result) => [result.question, result]));
  const pairs = after.results.flatMap((result) => {
    const other = earlier.get(result.question);
    return other ? [{ before: other, after: result }] : [];
  });
  const changed = pairs.filter((pair) => pair.before.is_right !== pair.after.is_right);
  const shown = ({ is_right, answer, difference }: Result) => ({ is_right, answer, difference });
  return {
    before: before.record,
    after: after.record,
    better: changed.filter((pair) => pair.after.is_right).length,
    worse: changed.filter((pair) => pair.before.is_right).length,
    difference: differenceOf(pairs) ?? null,
    unmatched: before.results.length + after.results.length - 2 * pairs.length,
    changed: changed.map((pair) => ({
      question: pair.after.question,
      before: shown(pair.before),
      after: shown(pair.after),
    })),
  };
}
