import type { AlignType } from 'mdast';

/** Characters that a phone shows in one line. */
const widest = 56;

/**
 * Returns a table in columns of fixed width; undefined when it is too wide for that.
 * @param rows the first is the header
 */
export function layTable(rows: readonly string[][], align: readonly AlignType[]): string | undefined {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
  if (widths.reduce((sum, width) => sum + width + 2, -2) > widest) return undefined;
  const lines = rows.map((row) =>
    widths.map((width, column) => pad(row[column] ?? '', width, align[column] === 'right')).join('  '),
  );
  lines.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '));
  return lines.map((line) => line.trimEnd()).join('\n');
}

function pad(text: string, width: number, toTheRight: boolean): string {
  const space = ' '.repeat(width - widthOf(text));
  return toTheRight ? space + text : text + space;
}

/** East Asian characters and emoji are two columns wide. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text)
    width += /\p{Mark}/u.test(character)
      ? 0
      : /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/u.test(
            character,
          )
        ? 2
        : 1;
  return width;
}
