import type { Slot } from './slots.ts';
import { textOf, type WrittenQuestion } from './written-question.ts';

/** A question that goes on from another, and what each of both says. */
export interface Way {
  before: WrittenQuestion;
  next: WrittenQuestion;
  /** Tokens of the next question that only say that it goes on. */
  lead: number;
  /** What the earlier question may say. */
  said: readonly Slot[];
  /** What the next one says. */
  own: readonly Slot[];
  /** Whether the earlier one told one row, by its place in an order. */
  isOfOne: boolean;
  /** Names of the columns that its rows were chosen by. */
  tested: ReadonlySet<string>;
}

/** Whether a word only stands for rows. */
export function isFiller({ tokens, rowWords }: WrittenQuestion, at: number): boolean {
  const isRow = at < 30 ? (rowWords.low & (1 << at)) !== 0 : (rowWords.high & (1 << (at - 30))) !== 0;
  return isRow || /^(ones?|those|these|them|there|same|please|ok|okay|instead|again|else)$/.test(tokens[at].text);
}

const joining =
  /^(in|with|from|for|of|on|at|by|per|over|under|without|not|where|that|who|during|since|before|after|between|above|below|except|excluding|through|until|near|the|each|every)$/;

/** A slot as it is added at the end of a question: "in Rome", "with 2 rooms", "by city". */
export function addition(next: WrittenQuestion, { named: { from, to }, kind }: Slot, lead: number): string {
  let start = from;
  while (start > Math.min(lead, from) && joining.test(next.tokens[start - 1].text)) start -= 1;
  if (start === from && start > 0 && joining.test(next.tokens[start - 1].text)) start -= 1;
  const text = textOf(next, { from: start, to });
  if (start < from && !/^(the|each|every) /.test(text)) return text;
  const join = /^\d{4}$/.test(text) ? 'in' : 'with';
  return `${kind === 'group' ? 'by' : join} ${text.replace(/^the /, '')}`;
}
