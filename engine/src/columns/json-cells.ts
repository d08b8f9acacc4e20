/** A JSON text as JavaScript prints it, so that spaces make no difference; as it came when it is none. */
export function canonicalJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
