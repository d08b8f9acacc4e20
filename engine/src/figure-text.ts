/**
 * Formats a figure for a sentence with so many digits that tell; thousands are written out, because few read
 * `1.39e+4` as a number.
 */
export function figureText(value: number, digits = 3): string {
  const short = value.toPrecision(digits);
  const isLarge = short.includes('e+') && Math.abs(value) < 1e15;
  return isLarge ? Number(short).toLocaleString('en') : short;
}
