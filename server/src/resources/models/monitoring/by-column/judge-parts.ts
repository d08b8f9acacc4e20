import type { Reference } from '../reference.ts';
import { normalTail } from '../statistics.ts';
import { addLosses, type Losses, type LossTable, meanOf, noLosses, without } from './loss-table.ts';
import { leastTruths, type Part, partsOf } from './parts.ts';

/** A part is called worse by chance in one of so many answers. */
const wrongCalls = 0.01;
/** Columns that are told. */
const mostColumns = 20;

export interface JudgedPart extends Omit<Part, 'bins'> {
  truths: number;
  error: number;
  standard_error: number;
  /** The same figure of all other rows. */
  elsewhere: number | null;
  /** The chance of being so much worse than elsewhere in any part looked at, if it were not. */
  significance: number;
  is_worse: boolean;
  /** The same part in the windows before; null where too few truths are known of it. */
  before: number | null;
  before_significance: number | null;
  got_worse: boolean;
}

export interface JudgedColumn {
  column: string;
  parts: JudgedPart[];
}

/** Compares each part of each column with all other rows, and with itself in the windows before. */
export function judgeParts({ columns }: Reference, now: LossTable, before: LossTable) {
  const seen = columns.map((column, place) => {
    const bins = now.binsOf(place);
    const parts = partsOf(
      column,
      bins.map(({ truths }) => truths),
    );
    const compared = parts.map((part) => ({
      part,
      here: sumOf(part, bins),
      formerly: sumOf(part, before.binsOf(place)),
    }));
    return { column: column.name, parts: compared.filter(({ here }) => here.truths >= leastTruths) };
  });
  const lookedAt = seen.reduce((sum, { parts }) => sum + parts.length, 0);
  const judged = seen.map(({ column, parts }) => ({
    column,
    parts: parts.map((one) => judge(one, now.all, lookedAt)),
  }));
  return { looked_at: lookedAt, columns: mostTelling(judged) };
}

interface Compared {
  part: Part;
  here: Losses;
  formerly: Losses;
}

function judge({ part: { bins: _, ...part }, here, formerly }: Compared, all: Losses, lookedAt: number): JudgedPart {
  const own = meanOf(here)!;
  const others = meanOf(without(all, here));
  const former = formerly.truths < leastTruths ? null : meanOf(formerly);
  const chanceBeside = (other: typeof others) => (other === null ? 1 : chanceOf(own, other, lookedAt));
  const [significance, change] = [chanceBeside(others), chanceBeside(former)];
  return {
    ...part,
    truths: here.truths,
    error: own.value,
    standard_error: own.standard_error,
    elsewhere: others?.value ?? null,
    significance,
    is_worse: significance < wrongCalls,
    before: former?.value ?? null,
    before_significance: former && change,
    got_worse: change < wrongCalls,
  };
}

type Mean = NonNullable<ReturnType<typeof meanOf>>;

function chanceOf(own: Mean, other: Mean, lookedAt: number): number {
  const error = Math.hypot(own.standard_error, other.standard_error);
  if (error === 0) return own.value > other.value ? 0 : 1;
  return Math.min(1, lookedAt * normalTail((own.value - other.value) / error));
}

function sumOf({ bins }: Part, losses: readonly Losses[]): Losses {
  const sum = noLosses();
  for (const bin of bins) addLosses(sum, losses[bin]);
  return sum;
}

/** The columns whose parts differ most from all other rows come first. */
function mostTelling(columns: JudgedColumn[]): JudgedColumn[] {
  const least = ({ parts }: JudgedColumn) => Math.min(...parts.map(({ significance }) => significance));
  return columns
    .filter(({ parts }) => parts.length > 0)
    .toSorted((one, other) => least(one) - least(other))
    .slice(0, mostColumns);
}
