/** What looks like the mark of a prompt: `<|im_start|>`, `</tool-data>`; not `< 1 year`. */
const mark = /<(?=\||\/?[a-z][^<>]{0,60}>)/gi;
/**
 * What ends a line, cannot be seen or turns the order of what follows around, and brackets that only look like those of
 * marks. Joiners and the signs of Arabic figures stay: words and emoji have them.
 */
const unclear = /(?!\u200c|\u200d|[\u0600-\u0605\u06dd])[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\uff1c\uff1e\ufe64\ufe65]/gu;

/** Quotes data of others as JSON, so that it cannot look like an instruction or a mark of the prompt. */
export function quoteData(value: unknown): string {
  return jsonOf(value).replaceAll(mark, '\\u003c');
}

/** The same without any `<`, for what stands between marks. */
export function quoteWithin(value: unknown): string {
  return jsonOf(value).replaceAll('<', '\\u003c');
}

/** Whether a text may stand in a prompt as it is. */
export function isHarmless(text: string): boolean {
  return isClear(text) && text.search(mark) < 0;
}

/** Whether a text is one line that shows all of itself. */
export function isClear(text: string): boolean {
  return text.search(unclear) < 0;
}

/** Puts blanks for what is not clear in a text that is told as it is. */
export function clearOf(text: string): string {
  return text.replaceAll(unclear, ' ');
}

function jsonOf(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replaceAll(unclear, escaped);
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
