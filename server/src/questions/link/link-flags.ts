import { type Condition, type Field, isOfYesAndNo } from '../algebra.ts';
import { stemOf, type Token } from '../words/tokens.ts';
import type { IndexedTable } from './indexed-table.ts';
import type { Proposed } from './link-values.ts';
import { type ColumnLink, maskOf, noWords, union } from './links.ts';

const nothing = new Set(['no', 'without', 'missing', 'none', 'null', 'unknown', 'blank', 'empty', 'lack', 'lacking']);
const known = new Set('known recorded given available present filled entered stated specified know'.split(' '));
const denying = new Set([
  'not',
  'no',
  'without',
  'never',
  'non',
  'didn',
  'isn',
  'aren',
  'weren',
  'wasn',
  'don',
  'doesn',
  'un',
]);
const yes = /^(yes|y|true|t)$/i;
const no = /^(no|n|false|f)$/i;
const none = /^(none|nothing|n\/a)$/i;

/** Named columns of yes and no, and named columns without a value: "churned", "not remote", "have no speed". */
export function linkFlags(tokens: readonly Token[], table: IndexedTable, columns: readonly ColumnLink[]): Proposed[] {
  return table.fields.flatMap((field) => {
    if (field.part !== 'whole') return [];
    const link = columns[field.at];
    const flag = flagOf(field);
    const opposite = flag && !flag.isListed ? oppositeOf(tokens, table.stems[field.at], flag) : [];
    if (link.score < 0.3) return opposite;
    if (flag && !flag.isListed && link.score < leastOfFlag) return [...opposite, ...missingOf(tokens, field, link)];
    return [
      ...opposite,
      ...(flag ? flagged(tokens, link, flag) : []),
      ...missingOf(tokens, field, link),
      ...(field.column.isOfRow ? [] : [...zeroOf(tokens, field, link), ...havingOf(tokens, field, link)]),
    ];
  });
}

const leastOfFlag = 0.5;

function missingOf(tokens: readonly Token[], field: Field, link: ColumnLink): Proposed[] {
  const { nulls = 0, min } = field.column;
  const found = nulls > 0 ? missing(tokens, field, link) : [];
  // "No debts" are none rather than unknown ones
  const isNone = field.kind === 'number' && min === 0 && wordBefore(tokens, link.from, noneSaid, 3) >= 0;
  return isNone ? [] : found;
}

const noneSaid = new Set(['no', 'without', 'zero']);

/** "No rooms", where the least number of them is zero. */
function zeroOf(tokens: readonly Token[], field: Field, { from, words, score }: ColumnLink): Proposed[] {
  const { min } = field.column;
  const at = wordBefore(tokens, from, noneSaid, 3);
  if (field.kind !== 'number' || min !== 0 || at < 0) return [];
  const condition: Condition = { test: 'compare', field, operator: '=', value: 0 };
  return [{ condition, found: 'number', words: union(words, maskOf(at, at + 1)), score: 0.7 + 0.4 * score }];
}

const having = new Set(
  'with have has had having used use uses using got paid gave given owe owes hold holds need needs needed require requires required want wanted'.split(
    ' ',
  ),
);

/** "With a coupon", "still have a balance": what is known where it may be missing, or is more than nothing. */
function havingOf(tokens: readonly Token[], field: Field, { from, words, score }: ColumnLink): Proposed[] {
  const { nulls = 0, min } = field.column;
  const at = wordBefore(tokens, from, having, 3);
  const isNone = wordBefore(tokens, from, noneSaid, 2) >= 0;
  const isBounded = tokens.slice(at, from + 5).some(({ number }) => number !== undefined);
  if (at < 0 || isNone || isBounded) return [];
  const own = { found: 'flag', words: union(words, maskOf(at, at + 1)), score: 0.4 + 0.4 * score } as const;
  if (nulls > 0) return [{ condition: { test: 'missing', field, negated: true }, ...own }];
  const isAmount = field.kind === 'number' && min === 0 && !isOfYesAndNo(field);
  return isAmount ? [{ condition: { test: 'compare', field, operator: '>', value: 0 }, ...own }] : [];
}

/** What the name of a column says of a row, and what its denial does. */
interface Flag {
  yes: Condition;
  no: Condition;
  /** Whether the kinds of what a row may have are listed: a part of the name says it. */
  isListed?: boolean;
}

function flagOf(field: Field): Flag | undefined {
  const { values = [] } = field.column;
  const is = (...values: unknown[]) => ({ test: 'is', field, values }) as const;
  if (field.kind === 'boolean') return { yes: is(true), no: is(false) };
  if (isOfYesAndNo(field)) {
    const equals = (value: number) => ({ test: 'compare', field, operator: '=', value }) as const;
    return { yes: equals(1), no: equals(0) };
  }
  if (field.kind === 'date') {
    const missing = { test: 'missing', field } as const;
    return (field.column.nulls ?? 0) > 0 ? { yes: { ...missing, negated: true }, no: missing } : undefined;
  }
  // In all spellings: "yes" and "Yes "
  const [so, not, kindless] = [yes, no, none].map((words) => values.filter((one) => words.test(String(one).trim())));
  if (so.length > 0 && not.length > 0 && values.length - so.length - not.length <= mostOthers)
    return { yes: is(...so), no: is(...not) };
  // "With damage", where the kinds of damage are listed and one is "None".
  return kindless.length === 0
    ? undefined
    : { yes: { ...is(...kindless), negated: true }, no: is(...kindless), isListed: true };
}

/** Besides yes and no, "unknown" may stand there. */
const mostOthers = 2;

/** A denial further before may be of something else. */
function flagged(tokens: readonly Token[], { from, words, score: own }: ColumnLink, flag: Flag): Proposed[] {
  const before = wordBefore(tokens, from, denying, 4);
  // "Without ward B who smoke": another part of the sentence begins
  const isOther = before >= 0 && tokens.slice(before + 1, from).some(({ text }) => /^(who|that|which)$/.test(text));
  const denial = isOther ? -1 : before;
  const score = 0.6 + 0.5 * own;
  const isSo: Proposed = { condition: flag.yes, found: 'flag', words, score };
  if (denial < 0) return [isSo];
  const isNot: Proposed = { ...isSo, condition: flag.no, words: union(words, maskOf(denial, denial + 1)) };
  return denial === from - 1 ? [isNot] : [isNot, { ...isSo, score: score - 0.2 }];
}

/** "Inactive" of `is_active`, "unpaid" of `paid`. */
function oppositeOf(tokens: readonly Token[], name: readonly string[], { no }: Flag): Proposed[] {
  return tokens.flatMap(({ text }, at): Proposed[] => {
    const [, rest] = /^(?:un|non|in|dis)(\p{L}{4,})$/u.exec(text) ?? [];
    if (rest === undefined || !name.includes(stemOf(rest))) return [];
    return [{ condition: no, found: 'flag', words: maskOf(at, at + 1), score: 1 }];
  });
}

function missing(tokens: readonly Token[], field: Field, { from, words, score }: ColumnLink): Proposed[] {
  return [nothing, known].flatMap((told, place): Proposed[] => {
    const before = wordBefore(tokens, from, told, 3);
    const at = before < 0 ? wordBefore(tokens, from + 5, told, 4) : before;
    if (at < 0) return [];
    // "Not known", "not empty"
    const denial = wordBefore(tokens, at, denying, place === 1 ? 4 : 1);
    const isKnown = (place === 1) === denial < 0;
    const condition: Condition = { test: 'missing', field, ...(isKnown ? { negated: true } : {}) };
    const denied = denial < 0 ? noWords : maskOf(denial, denial + 1);
    const all = union(denied, union(words, maskOf(at, at + 1)));
    return [{ condition, found: 'missing', words: all, score: 0.7 + 0.4 * score }];
  });
}

/** Returns the place of one of the words among those before `at`; -1 where there is none. */
function wordBefore(tokens: readonly Token[], at: number, words: ReadonlySet<string>, reach: number): number {
  for (let place = Math.min(at, tokens.length) - 1; place >= Math.max(0, at - reach); place -= 1)
    if (words.has(tokens[place].text)) return place;
  return -1;
}
