import type { CoverageDescription } from '../description.ts';

/** Probability of any warning on a table where coverage is right everywhere. */
const falseAlarms = 0.01;

/**
 * Warns of the group of rows whose coverage is furthest below its promise, if that is significant for this number of
 * groups.
 */
export function warnOfCoverage(coverage: readonly CoverageDescription[]): string[] {
  const failing = coverage
    .map((part) => ({ part, chance: chanceOfSoFew(part) * coverage.length }))
    .filter(({ chance }) => chance < falseAlarms)
    .sort((a, b) => b.part.expected - b.part.observed - (a.part.expected - a.part.observed));
  if (failing.length === 0) return [];
  const [{ part }] = failing;
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const others = failing.length > 1 ? `; see \`describe coverage\` for ${failing.length - 1} more` : '';
  return [
    `bounds and confidences are too optimistic for rows ${nameOf(part)}: of ${part.count} held-out rows about ${percent(part.observed)} were predicted correctly or within their bounds, instead of ${percent(part.expected)}${others}`,
  ];
}

function nameOf({ by, column, value }: CoverageDescription): string {
  if (by === 'missing') return value === null ? 'without missing values' : `that lack \`${value}\``;
  if (by === 'time') return `with \`${column}\` in ${spanOf(value)}`;
  return value === null ? `without \`${column}\`` : `with \`${column}\` = ${value}`;
}

/** Two days separated by a slash, without the clock of midnight. */
function spanOf(value: CoverageDescription['value']): string {
  return String(value)
    .replaceAll(/T00:00:00(?:\.000)?Z/g, '')
    .replace('/', ' to ');
}

/** Probability of so few independent hits: the lower tail of the binomial distribution. */
function chanceOfSoFew({ independent: count, observed, expected }: CoverageDescription): number {
  const right = Math.round(observed * count);
  if (expected >= 1) return right < count ? 0 : 1;
  if (expected <= 0 || right >= expected * count) return 1;
  let term = count * Math.log1p(-expected);
  let sum = Math.exp(term);
  for (let k = 1; k <= right; k++) {
    term += Math.log((count - k + 1) / k) + Math.log(expected / (1 - expected));
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}
