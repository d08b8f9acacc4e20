import { describing } from '../words/describing-words.ts';
import { meansAlike } from '../words/same-meaning.ts';
import { stemsOfName, type Token } from '../words/tokens.ts';
import type { IndexedTable } from './indexed-table.ts';
import { wordsOfWeekday } from './link-fields.ts';
import { type ColumnLink, firstWord, hasWord, type Mask, maskOf, noWords, union } from './links.ts';
import { isSmall } from './small-words.ts';
import { datesOf, usualOf } from './usual-date.ts';
import { isAbbreviated, isCut, isKin, isShortened } from './word-kin.ts';

type Places = ReadonlyMap<string, readonly number[]>;

const notSaid: ColumnLink = { score: 0, words: noWords, from: -1 };

/** Returns for each column how much of its name is said: exactly, or with another ending. */
export function linkColumns(tokens: readonly Token[], table: IndexedTable): ColumnLink[] {
  const { columns, stems, taught } = table;
  const places = new Map<string, number[]>();
  const ofWeekday = wordsOfWeekday(tokens, table);
  for (const [at, { stem }] of tokens.entries())
    if (!hasWord(ofWeekday, at)) places.set(stem, [...(places.get(stem) ?? []), at]);
  const kinds = kindsAsked(tokens, table);
  const rowNames = stemsOfName(table.profile.name);
  const whole = stems.map((name) => wordsInTurn(tokens, name));
  const said = whole.filter((words) => words !== undefined).reduce(union, noWords);
  const figures = figuresBefore(tokens, whole);
  const linkOwn = (name: readonly string[], at: number, alike?: Places) => {
    const isOther = whole.some((words, other) => other !== at && words && sharesStem(name, stems[other]));
    if (whole[at]) return linkName(name, places, rowNames, false, alike);
    const free = outside(places, isOther ? union(figures, said) : figures);
    return linkName(name, free, rowNames, isOther, alike);
  };
  const plain = stems.map((name, at) => linkOwn(name, at));
  const taken = plain.map(({ words }) => words).reduce(union, noWords);
  // A word that names a column by itself means no other
  const alike = new Map(
    [...outside(places, taken)].filter(([stem]) => !rowNames.includes(stem) && !aggregating.test(stem)),
  );
  const links = stems.map(
    (name, at) =>
      linkTaught(taught[at], places, columns[at].formula !== undefined) ??
      (columns[at].formula === undefined
        ? better(better(linkOwn(name, at, alike), kinds.get(at)), acronymOf(columns[at].name, tokens))
        : notSaid),
  );
  const ofOtherTimes = otherTimes(tokens, table, links);
  return links.map((link, at) => {
    if (ofOtherTimes.includes(at)) return { ...link, isOfOtherTime: true };
    if (link.isTaught && isPartOf(at, links)) return { ...link, isTaught: false };
    return isTotal(stems[at], link) ? { ...link, score: link.score + ofTotal } : link;
  });
}

/**
 * Of several columns of dates those that are named are meant, else the one that says when a row came to be: the first of
 * those that lack fewest. On rows that are all known the ranking knows better.
 */
function otherTimes(tokens: readonly Token[], table: IndexedTable, links: readonly ColumnLink[]): number[] {
  const dates = datesOf(table);
  if (dates.length < 2) return [];
  const isNamed = (at: number) =>
    tokens.some(({ text }, place) => hasWord(links[at].words, place) && !ofAnyTime.test(text));
  const named = dates.filter(isNamed);
  if (table.isWhole && !named.some((at) => links[at].score > wholeName)) return [];
  const { timeColumn } = table.profile;
  const usual = dates.find((at) => table.columns[at].name === timeColumn) ?? usualOf(dates, table);
  const meant = named.length > 0 ? named : [usual];
  return dates.filter((at) => !meant.includes(at));
}

const wholeName = 0.99;
const ofAnyTime = /^(dates?|days?|times?|when|years?|months?)$/;

const aggregating = /^(total|average|avg|mean|median|sum|max|maximum|min|minimum|highest|lowest)$/;

const ofTotal = 0.3;

/** "Cost" of `Cost Repair`, `Cost Other` and `Cost Total` is the total. */
function isTotal(name: readonly string[], { score }: ColumnLink): boolean {
  return score > 0 && score + ofTotal < 1 && name.includes('total');
}

/** "Which bird": the column with several values that say so, such as "Unknown bird". */
function kindsAsked(tokens: readonly Token[], { byWord, entries }: IndexedTable): Map<number, ColumnLink> {
  const kinds = new Map<number, ColumnLink>();
  for (const [at, { text }] of tokens.entries()) {
    if (at === 0 || !/^(which|what)$/.test(tokens[at - 1].text) || isSmall(text)) continue;
    const holding = Map.groupBy(byWord.get(text) ?? [], (place) => entries[place].at);
    for (const [column, places] of holding)
      if (places.length >= fewestOfKind) kinds.set(column, { score: guessed, words: maskOf(at, at + 1), from: at });
  }
  return kinds;
}

const fewestOfKind = 2;

/** "Line of business" of `LOB`. */
function acronymOf(name: string, tokens: readonly Token[]): ColumnLink | undefined {
  const from = tokens.findIndex((_, at) => {
    const initials = tokens.slice(at, at + name.length).map(({ text }) => text[0]);
    return initials.join('') === name.toLowerCase();
  });
  const isAcronym = /^[A-Z]{3,5}$/.test(name) && from >= 0;
  return isAcronym ? { score: guessed, words: maskOf(from, from + name.length), from } : undefined;
}

function better(one: ColumnLink, other: ColumnLink | undefined): ColumnLink {
  return other && other.score > one.score ? other : one;
}

/** A name that was taught is said whole or not at all; of what is worked out by SQL it is meant, of a column a name. */
function linkTaught(
  names: readonly (readonly string[])[],
  places: ReadonlyMap<string, readonly number[]>,
  isTaught: boolean,
): ColumnLink | undefined {
  const said = names.filter((name) => name.every((stem) => places.has(stem)));
  const [longest] = said.sort((one, other) => other.length - one.length);
  if (longest === undefined) return undefined;
  const found = longest.map((stem) => (places.get(stem) as readonly number[])[0]);
  const words = found.reduce((mask, at) => union(mask, maskOf(at, at + 1)), noWords);
  return { score: 1, words, from: Math.min(...found), isTaught, isSynonym: !isTaught };
}

/** "Net revenue" is not "revenue". */
function isPartOf(at: number, links: readonly ColumnLink[]): boolean {
  const { words: own } = links[at];
  return links.some(
    ({ words, isTaught }, other) =>
      other !== at &&
      isTaught === true &&
      (own.low & ~words.low) === 0 &&
      (own.high & ~words.high) === 0 &&
      (own.low !== words.low || own.high !== words.high),
  );
}

/** The total of "total loan amount" works out that column, and calls no other. */
function figuresBefore(tokens: readonly Token[], whole: readonly (Mask | undefined)[]): Mask {
  const places = whole.flatMap((words) => (words ? [firstWord(words) - 1] : []));
  const figures = places.filter((at) => aggregating.test(tokens[at]?.text ?? ''));
  return figures.map((at) => maskOf(at, at + 1)).reduce(union, noWords);
}

/** The words of a name of several that is said as it stands. */
function wordsInTurn(tokens: readonly Token[], name: readonly string[]): Mask | undefined {
  const at = tokens.findIndex((_, from) => name.every((stem, place) => tokens[from + place]?.stem === stem));
  return name.length < 2 || at < 0 ? undefined : maskOf(at, at + name.length);
}

function outside(places: ReadonlyMap<string, readonly number[]>, words: Mask): Map<string, readonly number[]> {
  const left = [...places].map(([stem, all]) => [stem, all.filter((at) => !hasWord(words, at))] as const);
  return new Map(left.filter(([, all]) => all.length > 0));
}

function sharesStem(one: readonly string[], other: readonly string[]): boolean {
  return one.some((stem) => other.includes(stem));
}

/** Where a name that shares its words is said in full, only other words name it, exactly: "minimum temp_max" is no `temp_min`. */
function linkName(
  name: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  rowNames: readonly string[],
  isExact: boolean,
  alike: Places = new Map(),
): ColumnLink {
  let [said, length] = [0, 0];
  let words: Mask = noWords;
  let from = -1;
  for (const stem of new Set(name)) {
    const weight = name.length > 1 && (ofTime.test(stem) || ofId.test(stem)) ? 1 : Math.min(6, stem.length);
    length += weight;
    const exact = places.get(stem) ?? kin(stem, places);
    const found =
      exact ??
      (isExact
        ? undefined
        : (shortened(stem, places) ?? described(stem, name, rowNames, places) ?? meantBy(stem, alike)));
    if (!found || found.length === 0) continue;
    said += exact ? weight : guessed * weight;
    for (const at of found.slice(0, mostSaid)) words = union(words, maskOf(at, at + 1));
    from = from < 0 ? found[0] : Math.min(from, found[0]);
  }
  return said === 0 ? notSaid : { score: said / length, words, from };
}

/** What a column of dates is called besides what it tells: `closed_dt`. */
const ofTime = /^(dat|dt|tim|datetim|timestamp|at)$/;

/** `prof_id` is a professor. */
const ofId = /^(id|no|nr)$/;

/** A name may be said twice, or by several words: "cost more than 200 dollars". */
const mostSaid = 3;

/** How much a word counts that is not the name but may mean it. */
const guessed = 0.7;

/** "Maximum temperature" of `temp_max`: a word of which the name is the beginning, or the other way round. */
function shortened(stem: string, places: ReadonlyMap<string, readonly number[]>): readonly number[] | undefined {
  for (const [word, found] of places)
    if ((stem.length >= 3 && isShortened(word, stem)) || isCut(word, stem) || isAbbreviated(word, stem)) return found;
  return undefined;
}

/**
 * "The hottest day" by `temp`: a word for much or little of what the name says. The sales of a table of sales are its rows,
 * and no revenue.
 */
function described(
  stem: string,
  name: readonly string[],
  rowNames: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
): readonly number[] | undefined {
  // The total of special requests is no revenue
  if (stem === 'total' && name.length > 1) return undefined;
  const words = (describing.get(stem) ?? []).filter((word) => !rowNames.includes(word));
  const found = words.flatMap((word) => places.get(word) ?? []);
  return found.length > 0 ? found.sort((one, other) => one - other) : undefined;
}

/** "Airline" of `carrier`, "quit" of `left`. */
function meantBy(stem: string, alike: Places): readonly number[] | undefined {
  for (const [word, found] of alike) if (meansAlike(word, stem)) return found;
  return undefined;
}

function kin(stem: string, places: ReadonlyMap<string, readonly number[]>): readonly number[] | undefined {
  for (const [word, found] of places) if (isKin(word, stem)) return found;
  return undefined;
}
