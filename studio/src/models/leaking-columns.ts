/** The second is how models say it that were trained before. */
const ofMost = /^`.* alone explains? most of the target: |^most of the target is in /;

/** The sets of columns that a warning says may give the target away: those that do it together, or each one that holds most of it. */
export function leakingColumns(warning: string, inputs: readonly string[]): string[][] {
  const named = inputs.filter((name) => warning.includes(`\`${name}\``));
  if (/^columns? .* explains? the target: /.test(warning)) return named.length > 0 ? [named] : [];
  return ofMost.test(warning) ? named.map((name) => [name]) : [];
}
