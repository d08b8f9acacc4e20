import { isNameLike, isSign, isWord, refused, type Word } from './read-words.ts';

/** Returns where each parenthesis closes. */
export function matchParentheses(words: readonly Word[]): Map<number, number> {
  const opened: number[] = [];
  const closes = new Map<number, number>();
  for (const [index, word] of words.entries()) {
    if (isSign(word, '(')) opened.push(index);
    else if (isSign(word, ')') && opened.length > 0) closes.set(opened.pop()!, index);
  }
  return closes;
}

/**
 * Refuses names that may mean a table, however deep, in the parenthesis that opens at `from`, also where IN is called
 * like a function.
 */
export function requireValues(words: readonly Word[], from: number, closes: ReadonlyMap<number, number>): void {
  let depth = 0;
  for (let index = from; index < words.length; index += 1) {
    const [word, next] = [words[index], words[index + 1]];
    if (isSign(word, '(')) {
      const isCall = index > from && words[index - 1].kind === 'name';
      if (isCall || isWord(next, 'select', 'with')) index = closes.get(index) ?? words.length;
      else depth += 1;
    } else if (isSign(word, ')')) depth -= 1;
    else if (isNameLike(word) && !isValue(words, index))
      throw refused('After IN stand values or a SELECT in parentheses.');
    if (depth === 0) return;
  }
}

/** `null`, a function, `date '2024-01-31'`, or the type of a cast. */
function isValue(words: readonly Word[], index: number): boolean {
  const next = words[index + 1];
  const isPlain = words[index].kind === 'name' && !isSign(next, '.');
  const isCast = isSign(words[index - 1], ':') && isSign(words[index - 2], ':');
  const isNamed = isWord(words[index], 'null', 'true', 'false') || isSign(next, '(') || next?.kind === 'text';
  return isPlain && (isNamed || isCast);
}
