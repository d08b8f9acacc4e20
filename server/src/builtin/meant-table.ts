import { type LikelyReading, readQuestion } from '../questions/read-question.ts';
import { stemOf, stemsOfName, tokenize } from '../questions/words/tokens.ts';
import { knowsAny } from './choose-joins.ts';
import type { Grounding, TableSummary } from './grounding.ts';
import { joinProfiles, needsJoin, sayJoins, tellsKeys } from './joined-profiles.ts';
import { rowNounsOf } from './row-nouns.ts';
import { ofKind, type Surroundings } from './surroundings.ts';

export interface Source {
  tool: string;
  dialect: Extract<Grounding, { kind: 'sql' }>['dialect'];
  table: TableSummary;
  /** All tables that a query may read together. */
  beside: readonly TableSummary[];
}

/** The readings of a question to one table, the best first. */
export interface Read extends Source {
  readings: readonly LikelyReading[];
  best: LikelyReading;
  /** Whether a likelier one tells numbers or codes of rows of other tables. */
  isOfKeys?: boolean;
  /** What was looked up in other tables. */
  joined?: string;
}

export function sourcesOf(surroundings: Surroundings): Source[] {
  return ofKind(surroundings, 'sql').flatMap(({ tool, dialect, tables }) =>
    tables.map((table) => ({ tool, dialect, table, beside: tables })),
  );
}

/** Reads a question to one table; of a table without rows that are known by the names of its columns. */
export function readAlone(question: string, source: Source): Read[] {
  const table = { ...source.table, rowNouns: rowNounsOf(source.table) };
  if (!table.isUnseen && !isKnown(table)) return [];
  const all = readQuestion(question, table);
  const readings = all.filter(({ reading }) => !tellsKeys(reading, question, source.beside));
  const [best] = readings;
  return best ? [{ ...source, table, readings, best, isOfKeys: best !== all[0] }] : [];
}

/** Reads it to joined tables, where these leave fewer words than each that answers alone; those that leave fewest, the likeliest first. */
export function readJoined(question: string, alone: readonly Read[], surroundings: Surroundings): Read[] {
  const leastLeft = leastOf(
    question,
    alone.filter(({ isOfKeys }) => !isOfKeys),
  );
  const read = ofKind(surroundings, 'sql').flatMap(({ tool, dialect, tables }) => {
    return joinProfiles(question, tables.filter(isKnown)).flatMap((joined): Read[] => {
      const { table } = joined;
      const [best, ...others] = readQuestion(question, table);
      if (!best || best.unread.length >= leastLeft || !needsJoin(best.reading, joined)) return [];
      const readings = [best, ...others.filter(({ reading }) => needsJoin(reading, joined))];
      return [{ tool, dialect, table, beside: tables, readings, best, joined: sayJoins(joined) }];
    });
  });
  const least = leastOf(question, read);
  return read
    .filter((one) => leftBy(question, one) === least)
    .sort((one, other) => other.best.probability - one.best.probability);
}

function isKnown({ sample = [] }: TableSummary): boolean {
  return sample.length > 0;
}

const farLikelier = 2;

function leastOf(question: string, read: readonly Read[]): number {
  return Math.min(...read.map((one) => leftBy(question, one)));
}

/** Words that a reading leaves: of "total by country" also the total, where that is a column of another table. */
function leftBy(question: string, { best, table, beside, joined }: Read): number {
  if (joined !== undefined) return best.unread.length;
  const own = oneWordNames([table]);
  const others = oneWordNames(beside.filter(({ name }) => name !== table.name));
  const isOther = (stem: string) => others.has(stem) && !own.has(stem) && figures.has(stem);
  return best.unread.length + tokenize(question).filter(({ stem }) => isOther(stem)).length;
}

/** Words for what is worked out, which no reading is told to leave. */
const figures = new Set(['total', 'amount', 'count', 'average', 'number', 'share', 'rate'].map(stemOf));

function oneWordNames(tables: readonly TableSummary[]): Set<string> {
  const names = tables.flatMap(({ columns }) => columns.map(({ name }) => stemsOfName(name)));
  return new Set(names.flatMap((stems) => (stems.length === 1 ? stems : [])));
}

/** Of several tables the one that leaves fewest words, none that another knows; of such the one whose rows are named. */
export function meantAmong(question: string, read: readonly Read[]): Read | undefined {
  const least = leastOf(question, read);
  const whole = read.filter((one) => {
    const { best, table, beside } = one;
    const others = beside.filter(({ name }) => name !== table.name);
    return leftBy(question, one) === least && !knowsAny(question, best.unread, others);
  });
  const said = new Set(tokenize(question).map(({ stem }) => stem));
  const named = whole.filter(({ table }) => stemsOfName(table.name).some((stem) => said.has(stem)));
  if (named.length === 1) return named[0];
  const [first, second] = whole.toSorted((one, other) => other.best.probability - one.best.probability);
  return second === undefined || first.best.probability >= farLikelier * second.best.probability ? first : undefined;
}
