/** What looks like the mark of a prompt: `<|im_start|>`, `</tool-data>`; not `< 1 year`. */
const mark = /<(?=\||\/?[a-z][^<>]{0,60}>)/gi;
const control = /[\p{Cc}\u2028\u2029]/u;

/** Quotes data of others as JSON, so that it cannot look like an instruction or a mark of the prompt. */
export function quoteData(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replaceAll(mark, '\\u003c');
}

/** Whether a text may stand in a prompt as it is. */
export function isHarmless(text: string): boolean {
  return !control.test(text) && text.search(mark) < 0;
}
