import type { Comparison, Measure } from './logical-form.ts';
import { aggregateTerms } from './read-groups.ts';
import type { Sentence } from './sentence.ts';
import { isId, isNumeric } from './traits.ts';

const operators: Record<string, Comparison> = { more: '>', atLeast: '>=', less: '<', atMost: '<=' };

/** "Which cities have more than 700 homes", "with an average price above 3000": conditions on groups. */
export function readHaving(sentence: Sentence): void {
  for (let at = 0; at < sentence.items.length; at += 1) {
    const operator = operators[sentence.term(at) ?? ''];
    const value = sentence.number(at + 1);
    if (!operator || value === undefined || sentence.isUsed(at)) continue;
    const isOwn = sentence.is(at - 1, 'with', 'have');
    const entity = isOwn && countsRows(sentence, at + 2) ? at + 2 : undefined;
    // "The highest average sales with at least 5 …" are no sales of 5
    if (isOwn && entity === undefined && aggregatesBefore(sentence, at)) continue;
    const measured =
      entity === undefined ? measureBefore(sentence, at) : { measure: { of: 'rows' } as const, items: [entity] };
    if (!measured || !heads(sentence)) continue;
    sentence.use(at, at + 1, ...measured.items);
    sentence.frame.having = { measure: measured.measure, operator, value };
  }
}

/** "With more than 10 orders"; where customers are counted, a loose word is rather a number of theirs. */
function countsRows(sentence: Sentence, at: number): boolean {
  const item = sentence.items[at];
  if (item?.kind !== 'table') return sentence.is(at, 'row');
  return !(sentence.has('count') && item.loose);
}

function aggregatesBefore(sentence: Sentence, at: number): boolean {
  return sentence.column(at - 2) !== undefined && sentence.has('highest', 'lowest', 'most', 'least', 'top');
}

function measureBefore(sentence: Sentence, at: number): { measure: Measure; items: number[] } | undefined {
  const index = sentence.before(at);
  const column = sentence.column(index);
  const before = sentence.before(index);
  const aggregate = aggregateTerms[sentence.term(before) ?? 'and'];
  if (!column || !isNumeric(column) || !aggregate) return undefined;
  return { measure: { of: 'column', aggregate, column }, items: [index, before] };
}

/** Returns whether the question asks for values of a column rather than rows. */
function heads(sentence: Sentence): boolean {
  return sentence.items.some((_, at) => {
    const column = sentence.column(at);
    const item = sentence.items[at];
    if (item.kind === 'table' && item.owner && sentence.is(at - 1, 'count')) return true;
    return (
      column !== undefined &&
      (!isNumeric(column) || isId(column)) &&
      (sentence.is(at - 1, 'which', 'what', 'show', 'count') || at === 0)
    );
  });
}
