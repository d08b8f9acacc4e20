import { stripVTControlCharacters } from 'node:util';

const control = /[^\P{Cc}\t\n\r\f]/u;
const controls = new RegExp(control, 'gu');
const overstruck = /(\P{Cc})[\b](\P{Cc})/gu;

/**
 * Removes what a text holds for a terminal or printer: colours, titles, letters struck twice or underlined (`_\bm`), and
 * every other control character. A quotation of it would otherwise be unreadable, and run in the reader's terminal.
 */
export function withoutTerminalMarks(text: string): string {
  if (!control.test(text)) return text;
  return stripVTControlCharacters(text)
    .replace(overstruck, (_, below: string, above: string) => (above === '_' ? below : above))
    .replace(controls, '');
}
