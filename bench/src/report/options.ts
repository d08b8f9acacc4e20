/** Reads an integer option. Throws an `Error` that names the option and its range. */
export function readInteger(option: string, text: string, low: number, high: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= low && value <= high)) throw new Error(`${option} must be a whole number from ${low} to ${high}.`);
  return value;
}

/** Returns the value behind an option; undefined when the option is not given. */
export function optionOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at === -1 ? undefined : (args[at + 1] ?? '');
}
