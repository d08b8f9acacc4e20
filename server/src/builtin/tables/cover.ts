import type { TableSummary } from '../grounding.ts';
import type { Edge } from '../words/phrases.ts';
import { type TermReading, termsOf } from '../words/terms.ts';
import { type Token, wordsOfName } from '../words/tokens.ts';
import type { Term, Vocabulary } from '../words/vocabulary.ts';
import { isEnglishWord, isThing, mayBeFigure } from '../words/wordnet.ts';
import type { FoundValue } from './found-value.ts';
import type { Item, Reading } from './item.ts';
import { findMentions } from './mentions.ts';
import { isoDay } from './spans.ts';
import { type Mention, namesOf } from './table-names.ts';
import { isNumeric } from './traits.ts';

/** One interpretation of all words of a question; a higher `cost` is less likely. */
export interface Cover {
  items: Item[];
  cost: number;
}

/** Interpretations kept at each token: the cheapest. */
const widest = 24;
const mentionCost = 0.1;
/** Two words that name something together hardly name two things. */
const gainPerWord = 0.05;
const termCost = 0.14;
/** "One" is a number rather than a thing. */
const vagueCost = 0.35;
const noiseCost = 0.05;
/** Cost of ignoring a word that could name something. */
const slightedCost = 0.4;
const softCost = 0.6;
const unreadCost = 20;
const namesakeCost = 0.25;
/** No typing error is sought in what is named at this cost. */
const sureCost = 0.25;

/** Returns the best interpretations of a question against one table; every token is in one item. */
export function coverQuestion(
  tokens: readonly Token[],
  table: TableSummary,
  found: readonly FoundValue[],
  vocabulary: Vocabulary,
): Cover[] {
  const edges = edgesOf(tokens, table, found, vocabulary);
  const reached: Cover[][] = tokens.map(() => []);
  reached.unshift([{ items: [], cost: 0 }]);
  for (const at of tokens.keys()) {
    const open = cheapest(reached[at]);
    for (const { from, to, reading, cost } of edges[at]) {
      const text = tokens
        .slice(from, to)
        .map((token) => token.text)
        .join(' ');
      const item: Item = { ...reading, from, to, text, joined: tokens[from].joined ?? false, distance: cost };
      for (const cover of open) reached[to].push({ items: [...cover.items, item], cost: cover.cost + cost });
    }
  }
  return cheapest(reached[tokens.length]);
}

function cheapest(covers: readonly Cover[]): Cover[] {
  return covers.toSorted((left, right) => left.cost - right.cost).slice(0, widest);
}

function edgesOf(
  tokens: readonly Token[],
  table: TableSummary,
  found: readonly FoundValue[],
  vocabulary: Vocabulary,
): Edge<Reading>[][] {
  const named = preferRows(withoutDoubles(findMentions(tokens, table, found, vocabulary)));
  const terms = termsOf(vocabulary);
  const literal = [
    ...tokens.flatMap(readLiteral),
    ...unitsOf(tokens, vocabulary),
    ...terms.find(tokens).filter(concernsTables),
  ];
  const isSure = (at: number) => named.some(({ from, to, cost }) => from <= at && at < to && cost <= sureCost);
  const means = (at: number) =>
    literal.some(
      ({ from, to, reading }) => from <= at && at < to && !(reading.kind === 'term' && reading.term === 'soft'),
    );
  const misspelt = tokens.flatMap(({ kind, text }, at): Edge<Reading>[] => {
    if (isSure(at) || means(at) || kind !== 'word') return [];
    // "Employees" is no misspelt "employers"
    const names = isEnglishWord(vocabulary.singular(text)) ? [] : namesOf(table, vocabulary).book.findSimilar(text, at);
    return [...names.filter(({ reading }) => !isDenied(reading)), ...terms.findSimilar(text, at).filter(isTelling)];
  });
  const isKnown = (at: number) => isSure(at) || means(at) || misspelt.some(({ from }) => from === at);
  const heads = headsOfNames(tokens, named, isKnown);
  const all: Edge<Reading>[] = [
    ...heads,
    ...named.map((edge) => ({ ...edge, cost: edge.cost + mentionCost - gainPerWord * (edge.to - edge.from - 1) })),
    ...misspelt.map((edge) => ({ ...edge, cost: edge.cost + mentionCost })),
    ...literal.map((edge) => ({
      ...edge,
      cost: edge.cost + costOfTerm(edge.reading, isSure(edge.from)) + (isNamesake(edge, named) ? namesakeCost : 0),
    })),
  ];
  return tokens.map((_, at) => {
    const own = all.filter(({ from }) => from === at);
    const isShort = own.some(({ to }) => to === at + 1);
    return isShort ? own : [...own, { from: at, to: at + 1, reading: { kind: 'unread' }, cost: unreadCost }];
  });
}

/**
 * The rows are meant by their own name rather than a value or a part of a column's name: "municipalities", not those of
 * that type.
 */
function preferRows(edges: Edge<Mention>[]): Edge<Mention>[] {
  const rows = edges.filter(({ reading }) => reading.kind === 'table' && !reading.loose);
  return edges.map((edge) => {
    const isRows = rows.some(({ from, to }) => from === edge.from && to === edge.to);
    const isOther = edge.reading.kind === 'value' || (edge.reading.kind === 'column' && edge.cost > costOfPart);
    return isRows && isOther ? { ...edge, cost: edge.cost + costOfOwnName } : edge;
  });
}

const costOfPart = 0.2;
const costOfOwnName = 0.3;

/** "Out-of-state tuition" of a column `Outstate`: behind a name that tells of no figure, a noun says of what it is. */
function headsOfNames(
  tokens: readonly Token[],
  named: readonly Edge<Mention>[],
  isKnown: (at: number) => boolean,
): Edge<Reading>[] {
  return named.flatMap(({ from, to: at, cost, reading }): Edge<Reading>[] => {
    const token = tokens[at];
    const isBare =
      reading.kind === 'column' &&
      isNumeric(reading.column) &&
      wordsOfName(reading.column.name).every((word) => !mayBeFigure(word));
    const isHead = token?.kind === 'word' && !token.capital && !isKnown(at) && isThing(token.text, at - from > 1);
    if (!isBare || cost > sureCost || !isHead) return [];
    return [{ from: at, to: at + 1, reading: { kind: 'term', term: 'soft' }, cost: costOfHead }];
  });
}

const costOfHead = 0.9;

const talk = new Set<Term>(['asksFigure', 'greeting', 'help', 'thanks']);

/** Words that only other readers need would take the place of readings that may answer. */
function concernsTables({ reading }: Edge<TermReading>): boolean {
  return !(reading.kind === 'term' && talk.has(reading.term));
}

/** A word that is also exactly the name of a column means the column. */
function isNamesake({ from, to }: Edge<Reading>, named: readonly Edge<Mention>[]): boolean {
  return named.some((one) => one.reading.kind === 'column' && one.cost === 0 && one.from === from && one.to === to);
}

function isDenied(reading: Mention): boolean {
  return reading.kind === 'column' && reading.denied === true;
}

function isTelling({ reading }: Edge<TermReading>): boolean {
  return !(reading.kind === 'term' && (reading.term === 'soft' || reading.term === 'noise'));
}

function costOfTerm(reading: Reading, slighted: boolean): number {
  if (reading.kind !== 'term') return termCost;
  if (reading.term === 'soft') return slighted ? softCost + 0.4 : softCost;
  if (reading.term === 'vague') return vagueCost;
  if (reading.term === 'noise') return slighted ? slightedCost : noiseCost;
  return termCost;
}

/** Keeps the cheapest of several matches of the same name. */
function withoutDoubles(edges: readonly Edge<Mention>[]): Edge<Mention>[] {
  const best = new Map<string, Edge<Mention>>();
  for (const edge of edges) {
    const { from, to, reading } = edge;
    const what =
      reading.kind === 'table'
        ? (reading.owner?.name ?? '')
        : `${reading.column.name} ${'values' in reading ? reading.values.join('|') : ''}`;
    const key = `${from} ${to} ${reading.kind} ${what} ${'denied' in reading}`;
    const other = best.get(key);
    if (!other || edge.cost < other.cost) best.set(key, edge);
  }
  return [...best.values()];
}

/** "5000 g": a unit behind a number. */
function unitsOf(tokens: readonly Token[], { units, singular }: Vocabulary): Edge<Reading>[] {
  return tokens.flatMap(({ text }, at) =>
    tokens[at - 1]?.kind === 'number' && units.includes(singular(text))
      ? [{ from: at, to: at + 1, reading: readUnit(text), cost: 0 }]
      : [],
  );
}

function readUnit(text: string): Reading {
  if (/^(seconds?|minutes?|hours?)$/.test(text)) return { kind: 'term', term: 'soft' };
  return unitless.test(text) ? { kind: 'term', term: 'noise' } : { kind: 'unit' };
}

/** Money and shares are told in one unit. */
const unitless = /^(usd|eur|gbp|pct|percent|dollars?|euros?)$/;

function readLiteral(token: Token, at: number): Edge<Reading>[] {
  const edge = (reading: Reading): Edge<Reading>[] => [{ from: at, to: at + 1, reading, cost: 0 }];
  if (token.kind === 'number') return edge({ kind: 'number', value: token.value ?? Number.NaN });
  if (token.kind === 'quoted') return edge({ kind: 'quoted', text: token.text });
  const quarter = /^q([1-4])$/.exec(token.text)?.[1];
  if (quarter) return edge({ kind: 'quarter', quarter: Number(quarter) - 1 });
  const place = /^place(\d+)$/.exec(token.text)?.[1];
  if (place) return edge({ kind: 'place', place: Number(place) });
  const decade = /^(\d{3}0)s$/.exec(token.text)?.[1];
  if (decade) return edge({ kind: 'decade', year: Number(decade) });
  if (token.kind !== 'date') return [];
  const [year, month, day] = token.text.split('-').map(Number);
  const before = day ? isoDay(year, month - 1, day + 1) : isoDay(year, month, 1);
  return month >= 1 && month <= 12
    ? edge({ kind: 'date', span: { from: isoDay(year, month - 1, day ?? 1), before } })
    : [];
}
