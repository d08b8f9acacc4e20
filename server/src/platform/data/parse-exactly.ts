/**
 * Parses JSON without loss: integers beyond 2^53, and numbers beyond the largest one of JSON's readers, become text.
 * @throws SyntaxError
 */
export function parseExactly<Value = unknown>(text: string): Value {
  if (!/\d{16}|\d[eE]/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value, context?: { source: string }) =>
    typeof value === 'number' && isLossy(value, context?.source ?? '') ? context?.source : value,
  );
}

function isLossy(value: number, source: string): boolean {
  return !Number.isFinite(value) || (!Number.isSafeInteger(value) && /^-?\d+$/.test(source));
}
