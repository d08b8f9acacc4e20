/** Writes the name of a table or column as SQL takes any name. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
