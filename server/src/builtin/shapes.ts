/** Reads tool results: JSON whose shape is known but not guaranteed. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object that has all these fields: the value itself, or one inside it. */
export function findFields(value: unknown, ...names: string[]): Fields | undefined {
  if (!isFields(value)) return undefined;
  if (names.every((name) => name in value)) return value;
  for (const inner of Object.values(value)) {
    const found = findFields(inner, ...names);
    if (found) return found;
  }
  return undefined;
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
