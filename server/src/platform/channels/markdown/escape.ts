/** Escapes a text so that Markdown shows it as it is, in the cell of a table too. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\|*_`<>[\]~]/g, '\\$&');
}
