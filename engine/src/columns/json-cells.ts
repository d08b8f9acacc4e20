/** Normalises JSON text so that white space makes no difference; other text stays as it is. */
export function canonicalJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
