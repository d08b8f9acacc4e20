/**
 * Escapes a text so that Markdown shows it as it is, in the cell of a table too. An underscore within a word means
 * nothing there, and stays for those who read the Markdown itself.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\|*`<>[\]~]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
}
