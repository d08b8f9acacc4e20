/** Returns the text without a closing semicolon, which some servers do not read. */
export function withoutSemicolon(sql: string): string {
  let end = sql.length;
  while (end > 0 && /[\s;]/.test(sql[end - 1])) end -= 1;
  return sql.slice(0, end);
}
