const identifierName =
  /(^|[_\s-])(id|uuid|guid|key|index|idx|rowid|row_?number|row_?no)$|^(id|uuid|guid)[_\s-]|[a-z]I[dD]$/i;
const code =
  /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$|^[0-9a-f]{16,}$|^[0-9A-HJKMNP-TV-Z]{26}$/i;

/** Fewer rows are no proof that a number is an identifier. */
export const fewestIdentifiers = 10;

/** Whether a column's name marks an identifier: `id`, `customer_id`, `uuid`, `rowId` … */
export function isIdentifierName(name: string): boolean {
  return identifierName.test(name.trim());
}

/** Distinct integers that number the rows: named like an identifier, or a rising dense sequence from 0 or 1. */
export function numbersAreIdentifiers(name: string, values: Float64Array): boolean {
  if (values.length < fewestIdentifiers) return false;
  let rising = true;
  for (const [row, value] of values.entries()) {
    if (!Number.isSafeInteger(value)) return false;
    if (row > 0 && value <= values[row - 1]) rising = false;
  }
  if (new Set(values).size < values.length) return false;
  if (isIdentifierName(name)) return true;
  const first = values[0];
  return rising && first >= 0 && first <= 1 && values.length / (values[values.length - 1] - first + 1) > 0.5;
}

/** Distinct texts that are codes (UUIDs, hashes) or single words, unlike sentences. */
export function looksLikeIdentifiers(texts: readonly string[], present: number): boolean {
  if (present < 20 || texts.length < present * 0.95) return false;
  const codes = texts.filter((text) => code.test(text)).length;
  return codes >= texts.length * 0.95 || (texts.length === present && averageWords(texts) < 2.5);
}

/** Whether most cells are distinct and have several words. */
export function looksLikeText(texts: readonly string[], present: number): boolean {
  if (texts.length < 30) return false;
  const words = averageWords(texts);
  return (words >= 4 && texts.length > present * 0.2) || (words >= 8 && texts.length > present * 0.02);
}

function averageWords(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.trim().split(/\s+/).length, 0) / texts.length;
}
