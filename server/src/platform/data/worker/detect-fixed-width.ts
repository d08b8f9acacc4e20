/**
 * Returns where the columns of fixed-width lines begin: after positions that are blank in every line. Undefined when
 * nothing lines up.
 */
export function detectFixedWidth(sample: string, isWhole: boolean): number[] | undefined {
  const lines = sample.split(/\r\n|\n|\r/);
  if (!isWhole) lines.pop();
  const filled = lines.filter((line) => line.trim() !== '').slice(0, 2000);
  if (filled.length < 3 || filled.some((line) => line.includes('\t'))) return undefined;
  const width = Math.max(...filled.map((line) => [...line].length));
  if (width > 10_000) return undefined;
  const isInk = new Uint8Array(width);
  for (const line of filled) for (const [at, character] of [...line].entries()) if (character !== ' ') isInk[at] = 1;
  const starts = [0];
  for (let at = 1; at < width; at += 1) if (isInk[at] && !isInk[at - 1]) starts.push(at);
  if (!isInk[0] && starts.length > 1) starts.splice(1, 1);
  return starts.length > 1 && isAligned(filled, starts) ? starts : undefined;
}

/** Words of a text line up by chance: a table has many lines or wide gaps, and few empty cells. */
function isAligned(lines: readonly string[], starts: readonly number[]): boolean {
  const gaps = lines.filter((line) => /\S {2,}\S/.test(line.trim())).length;
  return gaps >= lines.length * 0.5 && lines.length >= 3 && starts.length >= 2;
}
