/** Reads an integer option. Throws an `Error` that names the option and its range. */
export function readInteger(option: string, text: string, low: number, high: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= low && value <= high)) throw new Error(`${option} must be a whole number from ${low} to ${high}.`);
  return value;
}
