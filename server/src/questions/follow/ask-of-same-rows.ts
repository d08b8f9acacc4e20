import { apart, type Slot } from './slots.ts';
import { addition, type Way } from './way.ts';
import { textOf, type WrittenQuestion } from './written-question.ts';

/** What the next question asks, of the rows that the earlier one chose. */
export function asked({ before, next, lead, said, own, isOfOne }: Way): string {
  const words = textOf(next, { from: lead, to: next.tokens.length });
  const end = said.find(({ kind }) => kind === 'how');
  if (isOfOne && end) return ofThat(words, textOf(before, { from: end.from, to: before.tokens.length }));
  const taken = own.filter(({ kind }) => kind === 'where').map(({ column }) => column);
  const rows = apart(said.filter(({ kind, score }) => kind === 'where' && score > 2));
  const others = rows.filter(({ column }) => !taken.includes(column));
  if (others.length === 1 && ofOne.test(words)) return words.replace(ofOne, () => textOf(before, others[0].named));
  return [ofThem(words), ...others.map((slot) => rowsText(before, slot))].join(' ');
}

/** "The most expensive of them": the end is asked for, of the rows that the earlier question chose. */
export function askedEnd(way: Way): string {
  return `what is the ${asked({ ...way, own: [] }).replace(/^the /i, '')}`;
}

const ofOne = /\b(?:that|it|he|she|this)\b/i;

/** "When was that?" of the biggest fire: "when was the biggest fire". */
function ofThat(words: string, row: string): string {
  const said = /\b(?:that|it|he|she|they|this)\b/i;
  return said.test(words) ? words.replace(said, () => `the ${row}`) : `${words} of the ${row}`;
}

function ofThem(words: string): string {
  const them =
    /\b(?:of|among|out of|in|from|for) (?:them|those|these|there)\b|\b(?:them|those|these|they|it|he|she|their|its|his|her)\b/gi;
  return words.replaceAll(them, '').replaceAll(/ {2,}/g, ' ').trim();
}

/** The words of a condition, with the name of its column where this stands elsewhere. */
function rowsText(before: WrittenQuestion, slot: Slot): string {
  const own = addition(before, slot, 0);
  const isNamed = slot.named.to - slot.named.from > slot.to - slot.from;
  const isNumber = before.table.fields.some(({ at, kind }) => at === slot.column && kind === 'number');
  if (!isNumber || isNamed) return own;
  return `with ${before.table.columns[slot.column].name.replaceAll('_', ' ')} ${own.replace(/^with /, '')}`;
}
