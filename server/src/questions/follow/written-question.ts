import { linkQuestion } from '../link/link-question.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import type { Profile } from '../profile.ts';
import { tokenize } from '../words/tokens.ts';

/** A question with its links, and for each token what was written; empty for a token that ends a longer piece. */
export interface WrittenQuestion extends LinkedQuestion {
  written: readonly string[];
}

/** A run of tokens. */
export interface Stretch {
  from: number;
  to: number;
}

export function writtenQuestion(question: string, table: Profile): WrittenQuestion {
  const linked = linkQuestion(question, table);
  return { ...linked, written: writtenIn(question) ?? linked.tokens.map(({ text }) => text) };
}

/** Returns undefined where signs are spelled across pieces. */
function writtenIn(question: string): string[] | undefined {
  const pieces = question
    .split(/\s+|(?<=\d)-(?=\p{L})/u)
    .map((piece) => piece.replace(/^["'“(¿¡]+|[.,;:?!"'”)]+$/gu, ''));
  const written = pieces.flatMap((piece) => tokenize(piece).map((_, at) => (at === 0 ? piece : '')));
  return written.length === tokenize(question).length ? written : undefined;
}

export function textOf({ written }: WrittenQuestion, { from, to }: Stretch): string {
  return written.slice(from, to).filter(Boolean).join(' ');
}

/** Returns the question with other words in place of stretches, which do not overlap. */
export function withChanges(
  { written }: WrittenQuestion,
  changes: readonly (Stretch & { text: string })[],
  added: readonly string[],
): string {
  const words = [...written];
  for (const { from, to, text } of changes) words.fill('', from, to).splice(from, 1, text);
  return [...words, ...added].filter(Boolean).join(' ');
}
