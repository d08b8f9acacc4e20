import type { ColumnSummary } from '../grounding.ts';
import { giveUp } from './choices.ts';
import type { Placed } from './frame.ts';
import type { Condition } from './logical-form.ts';
import { isYesOrNo } from './read-entities.ts';
import type { Sentence } from './sentence.ts';
import { columnsOfConcept, flagOf, isNumeric, type Scalar } from './traits.ts';

/** When only one value is named, a column with more values than this is not compared. */
const mostSides = 5;

/** "Is downtown more expensive than westbrae?": both values, and the figure to compare. */
export function readThan(sentence: Sentence): void {
  readMoreThan(sentence);
  for (const at of sentence.indexesOf('than')) {
    const second = sentence.next(at, 'them', 'vague');
    const item = sentence.items[second];
    if (item?.kind === 'column' && readThanOpposite(sentence, at, second, item.column)) continue;
    if (item?.kind !== 'value') continue;
    const { column } = item;
    const first = sentence.items.findIndex((one, index) => index < at && one.kind === 'value' && one.column === column);
    const one = sentence.items[first];
    const comparative = lastComparative(sentence, at);
    if (one?.kind !== 'value' || !comparative || one.values[0] === item.values[0]) continue;
    sentence.use(at, first, second, ...comparative.items);
    if (sentence.is(second - 1, 'them')) sentence.use(second - 1);
    const values = [one.values[0], item.values[0]];
    const asksFor = sentence.has('howMuch') ? ('differs' as const) : ('compares' as const);
    sentence.frame.contrast = { column, values, how: asksFor, first: values[0], descending: comparative.more };
    addFigure(sentence, comparative.column);
  }
}

/** "Do married people stay longer than unmarried ones?" */
function readThanOpposite(sentence: Sentence, at: number, second: number, column: ColumnSummary): boolean {
  const flag = flagOf(column);
  const first = sentence.items.findIndex((one, place) => place < at && one.kind === 'column' && one.column === column);
  const [one, other] = [sentence.items[first], sentence.items[second]];
  if (!flag || one?.kind !== 'column' || other.kind !== 'column' || one.denied === other.denied) return false;
  const comparative = lastComparative(sentence, at);
  if (!comparative) return false;
  sentence.use(at, first, second, ...comparative.items);
  const values = one.denied ? [flag.no, flag.yes] : [flag.yes, flag.no];
  sentence.frame.contrast = { column, values, how: 'compares', first: values[0], descending: comparative.more };
  addFigure(sentence, comparative.column);
  return true;
}

/** The last one before "than": "is the rent higher in Rome than in Oslo". */
function lastComparative(sentence: Sentence, than: number): Comparative | undefined {
  for (let at = than - 1; at >= 0; at -= 1) {
    const found = comparativeAt(sentence, at);
    if (found) return found;
  }
  return undefined;
}

/** "Do homes in Rome cost more than homes in Oslo?" */
function readMoreThan(sentence: Sentence): void {
  for (const at of sentence.indexesOf('more', 'less')) {
    const next = sentence.next(at, 'them', 'vague');
    const second = sentence.items[next]?.kind === 'table' ? sentence.next(next) : next;
    const item = sentence.items[second];
    if (item?.kind !== 'value') continue;
    // "Larger than in Rome" is by size
    if (!countsMore.test(sentence.items[at].text) && !onlyFigure(sentence)) continue;
    const first = sentence.items.findIndex(
      (one, index) => index < at && one.kind === 'value' && one.column === item.column,
    );
    const one = sentence.items[first];
    if (one?.kind !== 'value' || one.values[0] === item.values[0]) continue;
    sentence.use(at, first, second);
    const values = [one.values[0], item.values[0]];
    sentence.frame.contrast = {
      column: item.column,
      values,
      how: 'compares',
      first: values[0],
      descending: sentence.is(at, 'more'),
    };
  }
}

const countsMore = /^(more|less|fewer|over|exceed)/;

const countWords = new Set(['more', 'less', 'fewer', 'much more', 'much less']);

interface Comparative {
  more: boolean;
  column?: ColumnSummary;
  items: number[];
}

/** "Cheaper", "more expensive", "higher"; "more homes" counts them. */
function comparativeAt(sentence: Sentence, at: number): Comparative | undefined {
  const item = sentence.items[at];
  if (!item || sentence.isUsed(at)) return undefined;
  const { table, vocabulary } = sentence.context;
  const isMore = sentence.is(at, 'moreSo');
  if (isMore || sentence.is(at, 'lessSo')) {
    const next = sentence.items[at + 1];
    if (next?.kind === 'adjective' && next.form === 'plain')
      return {
        more: isMore === next.more,
        column: sentence.choose(columnsOfConcept(table, next.concept, vocabulary)),
        items: [at, at + 1],
      };
    if (next?.kind === 'table' && !sentence.is(at + 2, 'than')) return { more: isMore, items: [at, at + 1] };
    // "Larger" without a noun is an adjective, not a count of rows
    const hasFigure = sentence.items.some((one) => one.kind === 'column' && isNumeric(one.column));
    if (!countWords.has(item.text) && !hasFigure) giveUp();
    return { more: isMore, items: [at] };
  }
  if (item.kind !== 'adjective') return undefined;
  if (item.form === 'plain' && sentence.is(at - 1, 'moreSo', 'lessSo')) return comparativeAt(sentence, at - 1);
  if (item.form !== 'comparative') return undefined;
  const columns = columnsOfConcept(table, item.concept, vocabulary);
  const named = columns.length === 0 ? onlyFigure(sentence) : undefined;
  if (named) return { more: item.more, column: named.column, items: [at, named.at] };
  return { more: item.more, column: sentence.choose(columns), items: [at] };
}

/** "Was wheat cheaper": the only figure that the question names. */
function onlyFigure(sentence: Sentence): { column: ColumnSummary; at: number } | undefined {
  const named = sentence.items.flatMap((_, at) => {
    const column = sentence.isUsed(at) ? undefined : sentence.column(at);
    return column && isNumeric(column) ? [{ column, at }] : [];
  });
  return named.length === 1 ? named[0] : undefined;
}

function addFigure({ frame }: Sentence, column: ColumnSummary | undefined): void {
  if (column && !frame.figures.includes(column)) frame.figures.push(column);
}

/** "Compare men and women", "who earns more, men or women?", "are babies of smokers lighter?" */
export function readContrasts(sentence: Sentence): void {
  const { frame } = sentence;
  const compares = [...sentence.indexesOf('compare'), ...versusOfValues(sentence)];
  sentence.use(...compares);
  frame.compares = compares.length > 0;
  if (compares.length > 0) joinSides(sentence);
  const comparatives = sentence.items.flatMap((_, at) => comparativeAt(sentence, at) ?? []);
  const [comparative] = comparatives;
  if (compares.length === 0 && !comparative) {
    contrastVersus(sentence);
    return;
  }
  if (comparative) {
    sentence.use(...comparative.items);
    addFigure(sentence, comparative.column);
  }
  if (frame.contrast) contrastVersus(sentence);
  if (frame.groups.length > 0 && compares.length > 0) groupSides(sentence);
  if (frame.groups.length > 0 || frame.contrast) return;
  const headed = headOf(sentence);
  if (comparative && headed) {
    frame.contrast = { column: headed };
    return;
  }
  const sides = sidesOf(sentence, comparative !== undefined);
  if (!sides) return;
  const { placed, values, column } = sides;
  frame.conditions = frame.conditions.filter((one) => one !== placed);
  const said = placed.condition.test === 'compare' ? placed.condition.value : undefined;
  const flag = values ? undefined : flagOf(column);
  // "Are premium rooms dearer?"
  if (flag && comparative && said !== undefined && isYesOrNo(sentence))
    frame.contrast = {
      column,
      values: [flag.yes, flag.no],
      how: 'compares',
      first: said,
      descending: comparative.more,
    };
  else frame.contrast = { column, values, ...(values?.length === 2 ? { how: 'differs' } : {}) };
}

/** "Won vs lost by team". */
function versusOfValues(sentence: Sentence): number[] {
  if (sentence.frame.groups.length === 0) return [];
  return sentence.indexesOf('versus').filter((at) => {
    const [before, after] = [sentence.items[at - 1], sentence.items[at + 1]];
    return before?.kind === 'value' && after?.kind === 'value' && before.column === after.column;
  });
}

/** "Compare United and Delta by sentiment": both in each group. */
function groupSides({ frame }: Sentence): void {
  const sides = frame.conditions.filter(({ condition }) => condition.test === 'oneOf' && !condition.negated);
  if (sides.length === 1 && frame.groups.length === 1) frame.groups.unshift({ column: sides[0].condition.column });
}

/** "How do Europeans compare with Japanese": two values that stand apart are two sides. */
function joinSides({ frame }: Sentence): void {
  const isOne = ({ condition }: Placed) =>
    condition.test === 'compare' && condition.operator === '=' && !condition.negated;
  const pairs = frame.conditions
    .filter(isOne)
    .map((one) => [
      one,
      frame.conditions.find(
        (other) => other !== one && isOne(other) && other.condition.column === one.condition.column,
      ),
    ]);
  const [first, second] = pairs.find(([, other]) => other) ?? [];
  if (first?.condition.test !== 'compare' || second?.condition.test !== 'compare') return;
  const { column, value } = first.condition;
  const condition: Condition = { column, test: 'oneOf', values: [value, second.condition.value] };
  frame.conditions = [...frame.conditions.filter((one) => one !== first && one !== second), { ...first, condition }];
}

/** "Which gender is heavier": all of its values. */
function headOf(sentence: Sentence): ColumnSummary | undefined {
  const at = sentence.items.findIndex((_, index) => sentence.is(index - 1, 'which', 'what') && !sentence.isUsed(index));
  const column = sentence.column(at);
  if (!column || isNumeric(column)) return undefined;
  sentence.use(at);
  return column;
}

function contrastVersus({ frame }: Sentence): void {
  const { contrast } = frame;
  if (!contrast || contrast.how) return;
  const own = frame.conditions.filter(({ condition }) => condition.column === contrast.column);
  if (own.some(({ condition }) => condition.test === 'missing' || condition.negated)) giveUp();
  frame.conditions = frame.conditions.filter((one) => !own.includes(one));
  if (contrast.values?.length === 2) contrast.how = 'differs';
}

interface Sides {
  placed: Placed;
  column: ColumnSummary;
  /** All values of the column when absent. */
  values?: Scalar[];
}

function sidesOf({ frame }: Sentence, mayBeOne: boolean): Sides | undefined {
  const plain = frame.conditions.filter(({ condition }) => !condition.negated);
  for (const placed of plain) {
    const { condition } = placed;
    if (condition.test === 'oneOf') return { placed, column: condition.column, values: condition.values };
  }
  if (!mayBeOne) return undefined;
  const ones = plain.filter(
    ({ condition }) => condition.test === 'compare' && condition.operator === '=' && hasFewSides(condition.column),
  );
  if (ones.length !== 1) return undefined;
  return { placed: ones[0], column: ones[0].condition.column };
}

function hasFewSides(column: ColumnSummary): boolean {
  if (flagOf(column)) return true;
  return !isNumeric(column) && column.values !== undefined && column.values.length <= mostSides;
}
