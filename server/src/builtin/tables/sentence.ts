import type { ColumnSummary, TableSummary } from '../grounding.ts';
import { wordsInEnglish } from '../words/abroad.ts';
import { wordsOfName } from '../words/tokens.ts';
import type { Term, Vocabulary } from '../words/vocabulary.ts';
import { type Choose, giveUp } from './choices.ts';
import type { Frame, Placed } from './frame.ts';
import type { Item } from './item.ts';
import type { Condition } from './logical-form.ts';
import { flagOf, isTemporal } from './traits.ts';

export interface Context {
  /** Names of columns of the other tables: such a word is not left out. */
  elsewhere?: ReadonlySet<string>;
  table: TableSummary;
  vocabulary: Vocabulary;
  now: Date;
}

/** Words that connect others and are understood by their neighbours. */
const glue: readonly Term[] = ['in', 'of', 'with', 'be', 'have', 'equal'];

/**
 * A question that is read item by item. Understood items are marked as used; if any is left, the interpretation fails.
 */
export class Sentence {
  readonly items: Item[];
  readonly context: Context;
  readonly choose: Choose;
  readonly frame: Frame;
  /** Additional cost of the interpretation, beside that of its words. */
  cost = 0;
  /** Ignored words, and nouns taken for the rows, which the answer mentions. */
  readonly dropped: string[] = [];
  readonly taken: string[] = [];
  /** The item that no reader understood, when the interpretation failed for it. */
  left: string | undefined;
  readonly #used = new Set<number>();

  constructor(items: readonly Item[], context: Context, choose: Choose) {
    const telling = items.filter((item) => !(item.kind === 'term' && item.term === 'noise'));
    this.items = telling.filter(
      (item, at) => !telling.slice(Math.max(0, at - 2), at).some((one) => isRepeated(item, one)),
    );
    this.context = context;
    this.choose = choose;
    this.frame = { conditions: [], groups: [], aggregates: [], figures: [], labels: [], ranks: [] };
    if (items.some((item, at) => pointsBack(item, items[at + 1]))) this.frame.leans = 'them';
  }

  is(at: number, ...terms: Term[]): boolean {
    const item = this.items[at];
    return item?.kind === 'term' && terms.includes(item.term);
  }

  term(at: number): Term | undefined {
    const item = this.items[at];
    return item?.kind === 'term' ? item.term : undefined;
  }

  column(at: number): ColumnSummary | undefined {
    const item = this.items[at];
    return item?.kind === 'column' && !item.denied ? item.column : undefined;
  }

  number(at: number): number | undefined {
    const item = this.items[at];
    return item?.kind === 'number' ? item.value : undefined;
  }

  /** Reads an item as another column from now on: a price as one per square metre. */
  become(at: number, column: ColumnSummary): void {
    this.items[at] = { ...this.items[at], kind: 'column', column, denied: undefined } as Item;
  }

  isUsed(at: number): boolean {
    return this.#used.has(at);
  }

  use(...all: (number | undefined)[]): void {
    for (const at of all) if (at !== undefined) this.#used.add(at);
  }

  /** Returns the nearest item after `at` that is neither glue nor one of `more`. */
  next(at: number, ...more: Term[]): number {
    let index = at + 1;
    while (this.is(index, ...glue, ...more)) index += 1;
    return index;
  }

  before(at: number, ...more: Term[]): number {
    let index = at - 1;
    while (index >= 0 && this.is(index, ...glue, ...more)) index -= 1;
    return index;
  }

  add(at: number, condition: Condition, verbal = false): void {
    this.frame.conditions.push({ condition, at, verbal } satisfies Placed);
  }

  indexesOf(...terms: Term[]): number[] {
    return this.items.flatMap((_, at) => (this.is(at, ...terms) && !this.isUsed(at) ? [at] : []));
  }

  has(...terms: Term[]): boolean {
    return this.items.some((_, at) => this.is(at, ...terms));
  }

  /** Fails because of this item. */
  refuse(at: number): never {
    this.left = this.items[at].text;
    return giveUp();
  }

  /** "In which neighbourhood", "per location": nothing else tells what is asked for. */
  #isAsked(at: number): boolean {
    const { text } = this.items[at];
    if (namesColumn(text, this.context.table) || this.context.elsewhere?.has(text)) return true;
    if (kindWords.has(text)) return false;
    if (/^(day|time)s?$/.test(text) && this.frame.ranks.some(({ column }) => column && isTemporal(column))) return true;
    const isFigure =
      this.is(at - 1, 'average', 'median', 'highest', 'lowest', 'deviation') && !this.column(this.next(at));
    if (isFigure) return true;
    const isHead = this.is(at - 1, 'which', 'by', 'each') && !this.isUsed(at - 1) && !this.column(at + 1);
    return isHead;
  }

  /** "Named storms" are those with a name; "the storm named Sandy" is that one. */
  #isNameless(at: number): boolean {
    const { kind, text } = this.items[at];
    const next = this.items[this.next(at)];
    return kind === 'term' && callings.has(text) && next?.kind === 'table';
  }

  /** "What kinds of animals" asks for what a column tells, not for the rows. */
  #isKindOfNothing(at: number): boolean {
    const next = this.items[this.next(at)];
    const { text } = this.items[at];
    if (this.is(at, 'soft')) return /^(kind|type|sort)s?$/.test(text) && next?.kind === 'table';
    return this.is(at, 'which', 'distinct') && kindsOf.test(text) && !namesSomething(next);
  }

  /** "Do men earn more than women" compares what they earn, not their number. */
  #isAmountOfNothing(text: string): boolean {
    if (!amounts.test(text)) return false;
    const { figures, ranks, order, aggregates, labels, howMuch } = this.frame;
    if (figures.length > 0) return false;
    // "What did the treatment cost" lists no treatments
    const asksAmount = this.is(0, 'what', 'howMuch') && labels.length > 0 && this.#used.has(0);
    return (
      asksAmount ||
      howMuch === true ||
      aggregates.length > 0 ||
      [...ranks, ...(order ? [order] : [])].some((one) => !one.column)
    );
  }

  /** Fails when an item that matters was not understood. */
  requireAllUsed(): void {
    for (const [at, item] of this.items.entries()) {
      if (this.#isKindOfNothing(at)) {
        this.left = this.items[this.next(at)]?.text;
        giveUp();
      }
      if (this.isUsed(at)) continue;
      if (item.kind === 'term' && item.term === 'soft') {
        if (
          at === this.items.length - 1 &&
          this.is(at - 1, 'be', 'have') &&
          !existing.has(item.text) &&
          !this.has('when')
        )
          giveUp();
        if (this.#isAsked(at)) this.refuse(at);
        if (this.#isAmountOfNothing(item.text)) this.refuse(at);
        this.dropped.push(item.text);
        continue;
      }
      if (item.kind === 'unit') {
        this.dropped.push(item.text);
        continue;
      }
      // "With previous records": yes or no tells nothing of when
      const flagged = this.is(at, 'lastPeriod') ? this.column(at + 1) : undefined;
      if (flagged && flagOf(flagged) && item.text === 'previous') {
        this.dropped.push(item.text);
        continue;
      }
      if (this.#isNameless(at)) this.refuse(at);
      if (item.kind === 'term' && free.has(item.term)) continue;
      if (this.is(at, 'who') && (at > 0 || this.frame.labels.some(({ type }) => type === 'text'))) continue;
      this.refuse(at);
    }
  }
}

/** Verbs for what has a figure of its own. */
const amounts =
  /^(values?|amounts?|earn|earns|earned|earning|cost|costs|charge|charges|pay|pays|paid|spend|spends|spent|grew|grown|score|scores)$/;

const kindsOf = /\b(kind|type|sort)s? of$/;

function namesSomething(item: Item | undefined): boolean {
  return item !== undefined && item.kind !== 'table' && !(item.kind === 'term' && item.term === 'soft');
}

const callings = new Set(['called', 'named', 'titled', 'labelled']);

/** "A difficult cannulation (difcan)" names the column twice. */
function isRepeated(item: Item, before: Item): boolean {
  const isSame = item.kind === 'column' && before.kind === 'column' && item.column === before.column && !item.denied;
  // "Profit margin" is no profit
  if (!isSame) return false;
  const own = [...wordsInEnglish(item.column.name), ...wordsOfName(item.column.name)];
  return (
    /^(months?|years?|days?|weeks?|hours?)$/.test(item.text) ||
    own.some((word) => item.text.includes(word.slice(0, leastShared)))
  );
}

const leastShared = 4;

/** "That patient" is one of the answer before. */
function pointsBack({ kind, text }: Item, next: Item | undefined): boolean {
  return kind === 'term' && /^(that|this)$/.test(text) && next?.kind === 'table';
}

/** "Which kinds of fuel": the noun behind them is asked for. */
const kindWords = new Set(
  'kind kinds type types level levels group groups category categories item items thing things'.split(' '),
);

const namesColumn = (text: string, { columns }: TableSummary) =>
  columns.some(({ name }) => name.toLowerCase() === text);

const free = new Set<Term>([...glue, 'what', 'which', 'when', 'vague', 'row']);
/** "Were sold" describes the rows; "are registered" only says that they exist. */
const existing = new Set(
  'registered recorded reported measured covered given stored counted present involved represented issued born found held caught seen spotted sighted observed captured heard collected'.split(
    ' ',
  ),
);
