import type { ColumnSummary } from '../grounding.ts';
import { isYesOrNo } from './read-entities.ts';
import type { Sentence } from './sentence.ts';
import { columnsOfConcept, flagOf, isGroupable, isLabel, isNumeric, isTemporal } from './traits.ts';

/** "Does age affect income", "the link between fat and calories", "do older people earn more": how two columns go together. */
export function readLinks(sentence: Sentence): void {
  const links = sentence.indexesOf('links');
  const pair = links.length > 0 ? namedPair(sentence) : undefined;
  if (pair) {
    sentence.use(...links, ...pair.items);
    link(sentence, pair.columns);
    return;
  }
  const isComparison = sentence.has('than', 'more', 'less', 'versus', 'or', 'links');
  if (isComparison && links.length === 0) return;
  if (isYesOrNo(sentence)) linkComparatives(sentence, links);
}

interface Pair {
  columns: [ColumnSummary, ColumnSummary];
  items: number[];
}

function namedPair(sentence: Sentence): Pair | undefined {
  const items = sentence.items.flatMap((_, at) => (sentence.column(at) ? [at] : []));
  const columns = items.map((at) => sentence.column(at) as ColumnSummary);
  const [one, other] = columns;
  if (columns.length !== 2 || one === other) return undefined;
  const between = sentence.items.flatMap((_, at) =>
    at > items[0] && at < items[1] && sentence.is(at, 'and', 'to') ? [at] : [],
  );
  return { columns: [one, other], items: [...items, ...between] };
}

/** Two numbers are correlated; a number beside kinds is averaged for each. */
function link({ frame }: Sentence, [one, other]: Pair['columns']): void {
  const isMeasure = (column: ColumnSummary) => isNumeric(column) && !isLabel(column) && !flagOf(column);
  if (isMeasure(one) && isMeasure(other)) {
    frame.link = [one, other];
    return;
  }
  const [figure, kind] = isMeasure(other) ? [other, one] : [one, other];
  if (!isMeasure(figure) || !isGroupable(kind) || isTemporal(kind)) return;
  frame.aggregates.push('average');
  frame.figures.push(figure);
  frame.groups.push({ column: kind });
}

/** "Does a bigger lot mean a higher price": two comparatives without "than". */
function linkComparatives(sentence: Sentence, links: readonly number[]): void {
  const found = sentence.items.flatMap((_, at) => comparedAt(sentence, at) ?? []);
  const [one, other] = found;
  if (found.length !== 2 || one.column === other.column) return;
  sentence.use(...links, ...one.items, ...other.items);
  sentence.frame.link = [one.column, other.column];
}

function comparedAt(sentence: Sentence, at: number): { column: ColumnSummary; items: number[] } | undefined {
  const item = sentence.items[at];
  const { table, vocabulary } = sentence.context;
  const measure = (place: number) => {
    const column = sentence.column(place);
    return column && isNumeric(column) && !isLabel(column) ? { column, items: [at, place] } : undefined;
  };
  if (item.kind === 'adjective' && item.form === 'comparative') {
    const beside = measure(at + 1);
    if (beside) return beside;
    const columns = columnsOfConcept(table, item.concept, vocabulary);
    return columns.length > 0 ? { column: sentence.choose(columns), items: [at] } : undefined;
  }
  if (!sentence.is(at, 'moreSo', 'lessSo')) return undefined;
  const next = sentence.items[at + 1];
  if (next?.kind !== 'adjective' || next.form !== 'plain') return measure(at + 1) ?? measure(at - 1);
  const columns = columnsOfConcept(table, next.concept, vocabulary);
  return columns.length > 0 ? { column: sentence.choose(columns), items: [at, at + 1] } : undefined;
}
