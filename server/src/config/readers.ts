export const kib = 1024;
export const mib = 1024 * kib;
export const gib = 1024 * mib;

export interface Setting<T> {
  variable: string;
  fallback: string;
  /** Meaning and unit; `docs/operations.md` lists the setting with exactly this text. */
  meaning: string;
  read: (text: string) => T | string;
  /** The value never appears in a message. */
  secret?: true;
}

/** Wraps the value, so that a reader can return either a value or an error sentence. */
export type Read<T> = { value: T };

export function text(variable: string, fallback: string, meaning: string): Setting<Read<string>> {
  return { variable, fallback, meaning, read: (raw) => (raw === '' ? 'must not be empty' : { value: raw }) };
}

export function maybe(variable: string, meaning: string): Setting<Read<string>> {
  return { variable, fallback: '', meaning, read: (raw) => ({ value: raw }) };
}

export function integer(
  variable: string,
  fallback: number,
  meaning: string,
  [low, high]: [number, number],
): Setting<Read<number>> {
  const read = (raw: string) => {
    const value = /^\d{1,15}$/.test(raw) ? Number(raw) : Number.NaN;
    return value >= low && value <= high ? { value } : `must be a whole number from ${low} to ${high}`;
  };
  return { variable, fallback: String(fallback), meaning, read };
}

/** Marks the setting as the maximum of the project limit with this name. */
export function ceiling<const Name extends string>(limit: Name, setting: Setting<Read<number>>) {
  return { ...setting, limit };
}

export function flag(variable: string, fallback: '0' | '1', meaning: string): Setting<Read<boolean>> {
  const read = (raw: string) => (raw === '0' || raw === '1' ? { value: raw === '1' } : 'must be 0 or 1');
  return { variable, fallback, meaning, read };
}

/** Reads `true` or `false`, as OpenTelemetry's variables are written. */
export function boolean(variable: string, meaning: string): Setting<Read<boolean>> {
  const read = (raw: string) => (/^(?:true|false)$/i.test(raw) ? { value: /^t/i.test(raw) } : 'must be true or false');
  return { variable, fallback: 'false', meaning, read };
}

export function list(
  variable: string,
  meaning: string,
  [pattern, example]: [RegExp, string],
): Setting<Read<readonly string[]>> {
  const read = (raw: string) => {
    const items = raw.split(',').flatMap((item) => item.trim().toLowerCase() || []);
    return items.every((item) => pattern.test(item)) ? { value: items } : `must be a list of ${example}`;
  };
  return { variable, fallback: '', meaning, read };
}

export function choice<const Word extends string>(
  variable: string,
  fallback: Word,
  meaning: string,
  words: readonly Word[],
) {
  const read = (raw: string) => {
    const value = words.find((word) => word === raw);
    return value === undefined ? `must be one of ${words.join(', ')}` : { value };
  };
  return { variable, fallback, meaning, read } satisfies Setting<Read<Word>>;
}

/** Reads the address of a telemetry collector; empty for none. */
export function endpoint(variable: string, meaning: string): Setting<Read<string>> {
  const read = (raw: string) =>
    raw === '' || (URL.canParse(raw) && /^https?:/.test(raw))
      ? { value: raw }
      : 'must be an address such as http://127.0.0.1:4318';
  return { variable, fallback: '', meaning, read };
}

/** Reads comma-separated `name=value` pairs with percent-encoded values. */
export function pairs(
  variable: string,
  meaning: string,
  secret?: { secret: true },
): Setting<Read<Readonly<Record<string, string>>>> {
  const read = (raw: string) => {
    const items = raw.split(',').filter((item) => item.trim() !== '');
    const isPair = (item: string) => /^\s*[\w.-]+\s*=(?:[^%]|%[0-9a-f]{2})*$/i.test(item);
    return items.every(isPair)
      ? { value: Object.fromEntries(items.map(splitPair)) }
      : 'must be a list such as name=value,other=value';
  };
  return { variable, fallback: '', meaning, read, ...secret };
}

function splitPair(item: string): [string, string] {
  const at = item.indexOf('=');
  return [item.slice(0, at).trim(), decodeURIComponent(item.slice(at + 1).trim())];
}
