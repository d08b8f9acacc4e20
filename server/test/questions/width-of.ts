import type { Answer } from '../../src/questions/algebra.ts';

/** The columns of an answer that the executor on a sample tells, too. */
export function widthOf(answer: Answer): number {
  if (answer.kind === 'figures') return answer.measures.length;
  if (answer.kind === 'groups') return (answer.and ? 3 : 2) + (answer.more?.length ?? 0);
  if (answer.kind === 'top' && answer.each) return 2;
  if (answer.kind === 'rows') return Number.POSITIVE_INFINITY;
  return answer.kind === 'values' ? 1 + (answer.beside?.length ?? 0) : 1;
}
