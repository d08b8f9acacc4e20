import type { Condition, Field } from '../algebra.ts';
import type { Token } from '../words/tokens.ts';
import type { IndexedTable } from './indexed-table.ts';
import type { Proposed } from './link-values.ts';
import { type ColumnLink, type Mask, maskOf, union } from './links.ts';

const nothing = new Set(['no', 'without', 'missing', 'none', 'null', 'unknown', 'blank', 'empty', 'lack', 'lacking']);
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

/** Named columns of yes and no, and named columns without a value: "churned", "not remote", "have no speed". */
export function linkFlags(tokens: readonly Token[], table: IndexedTable, columns: readonly ColumnLink[]): Proposed[] {
  return table.fields.flatMap((field) => {
    if (field.part !== 'whole' || columns[field.at].score < 0.5) return [];
    const link = columns[field.at];
    const flag = flagOf(field);
    const found: Proposed[] = flag ? flagged(tokens, field, link, flag) : [];
    if ((field.column.nulls ?? 0) > 0) found.push(...missing(tokens, field, link));
    return found;
  });
}

interface Flag {
  yes: unknown;
  no: unknown;
}

function flagOf({ kind, column: { values = [] } }: Field): Flag | undefined {
  if (kind === 'boolean') return { yes: true, no: false };
  const found = { yes: values.find((one) => yes.test(String(one))), no: values.find((one) => no.test(String(one))) };
  return found.yes !== undefined && found.no !== undefined && values.length <= 4 ? found : undefined;
}

function flagged(tokens: readonly Token[], field: Field, link: ColumnLink, flag: Flag): Proposed[] {
  const denial = wordBefore(tokens, link.from, denying, 4);
  const words = denial < 0 ? link.words : union(link.words, maskOf(denial, denial + 1));
  const condition: Condition = { test: 'is', field, values: [denial < 0 ? flag.yes : flag.no] };
  return [{ condition, found: 'flag', words, score: 0.6 + 0.5 * link.score }];
}

function missing(tokens: readonly Token[], field: Field, { from, words, score }: ColumnLink): Proposed[] {
  const at = wordBefore(tokens, from, nothing, 3);
  if (at < 0) return [];
  const said: Mask = union(words, maskOf(at, at + 1));
  return [{ condition: { test: 'missing', field }, found: 'missing', words: said, score: 0.7 + 0.4 * score }];
}

/** Returns the place of one of the words among those before `at`; -1 where there is none. */
function wordBefore(tokens: readonly Token[], at: number, words: ReadonlySet<string>, reach: number): number {
  for (let place = at - 1; place >= Math.max(0, at - reach); place -= 1)
    if (words.has(tokens[place].text)) return place;
  return -1;
}
