import type { SchemeComparison } from '../description.ts';
import type { Frame } from '../encoding/frame.ts';
import { TrainingError } from '../errors.ts';
import type { Scheme, ValidationRequest } from '../request.ts';
import { bandsOf, makeRowSplits, type RowSplit } from '../splits/folds.ts';
import { compareSchemes } from './compare-schemes.ts';
import { cellsOf } from './entities.ts';
import { joinGroupings } from './groups.ts';
import type { Folding, PlanRequest } from './plan-request.ts';
import { findRepeats, type Repeats } from './repeats.ts';
import { listSchemeCandidates, type SchemeCandidate } from './scheme-candidates.ts';
import { clusters, cutPieces, inOrder, numberPieces, type Order, stretches } from './times.ts';

/** How rows are held out, so that validation rows are as new to the model as the rows that it will be asked about. */
export interface ValidationPlan {
  scheme: Scheme;
  column: string | null;
  reason: 'asked' | 'found' | 'usual';
  rowSplits: RowSplit[];
  folds: Folding;
  /** Splits for out-of-fold scores of texts: every row is held out once. */
  textSplits: RowSplit[];
  /** Group of each row. Rows of one group are not independent, so they are held out and counted together. */
  group: Int32Array;
  /** Stretch of time of each row; rows are judged against others of their stretch. Null without an order. */
  stretch: Int32Array | null;
  /** Columns that tell the time by which rows are held out; none where they are held out otherwise. */
  timeColumns: readonly string[];
  repeats: Repeats;
  /** Names of the columns in which repeated rows differ. */
  differing: string[];
  compared: SchemeComparison[];
  /** Columns that time was too short to compare. */
  uncompared: string[];
}

const textFolds = 5;

/**
 * Finds out how rows are related, and chooses splits whose validation rows are as new to the model as the rows that it
 * will be asked about.
 */
export async function planValidation(plan: PlanRequest): Promise<ValidationPlan> {
  const { frame, inputs, settings, asked } = plan;
  const repeats = findRepeats(inputs.fields.map(cellsOf), frame.labels.values);
  const { contested, uncompared } = await compareAll(plan, repeats);
  const compared = contested.flatMap(({ comparison }) => comparison ?? []);
  const chosen = choose(asked, contested);
  const isAsked = asked.scheme !== undefined || asked.group !== undefined || asked.order !== undefined;
  const differing = repeats.differing.map((input) => inputs.fields[input].profile.name);
  const common = {
    repeats,
    differing,
    compared,
    uncompared,
    reason: isAsked ? ('asked' as const) : chosen ? ('found' as const) : ('usual' as const),
  };
  if (chosen?.scheme === 'forward') return { ...common, ...holdForward(plan, chosen, repeats) };
  const group = chosen ? joinGroupings(repeats.group, chosen.group) : repeats.group;
  const rowSplits = dealRows(frame, settings, group);
  return {
    ...common,
    scheme: chosen ? 'group' : 'random',
    column: chosen?.column ?? null,
    rowSplits,
    folds: settings,
    textSplits: rowSplits.slice(0, settings.folds),
    group,
    stretch: null,
    timeColumns: [],
  };
}

/**
 * Compares schemes while time lasts; one that was asked for needs no comparison. Otherwise the likeliest is compared on
 * at least some rows, however late it is: figures of rows that hang together may be wrong by many standard errors.
 */
async function compareAll(plan: PlanRequest, repeats: Repeats) {
  const { scheme, group, order } = plan.asked;
  const isAsked = (scheme ?? group ?? order) !== undefined;
  const contested: SchemeCandidate[] = [];
  const uncompared: string[] = [];
  for (const one of listSchemeCandidates(plan, repeats)) {
    const isLate = performance.now() > plan.deadline && (isAsked || contested.length > 0);
    if (isLate) uncompared.push(one.column);
    contested.push({ ...one, ...(isLate ? {} : await compareSchemes(plan, one, repeats)) });
  }
  return { contested, uncompared };
}

/** Returns the requested scheme, otherwise the one with the largest evident effect; undefined for random folds. */
function choose(
  { scheme, group, order }: ValidationRequest,
  contested: readonly SchemeCandidate[],
): SchemeCandidate | undefined {
  if (scheme === 'random') return undefined;
  const wanted = scheme ?? (group !== undefined ? 'group' : order !== undefined ? 'forward' : undefined);
  if (wanted === undefined) {
    const cost = ({ comparison }: SchemeCandidate) => (comparison ? comparison.random - comparison.held_apart : 0);
    return contested
      .filter((one) => one.comparison?.evident && (one.scheme === 'group' || one.isDated))
      .sort((a, b) => cost(b) - cost(a))[0];
  }
  const found = contested.find((one) => one.scheme === wanted);
  if (found) return found;
  const what =
    wanted === 'group'
      ? 'no column looks like one of entities: name it in `validate.group`'
      : 'no column holds dates: name one in `validate.order`';
  throw new TrainingError('bad_validation', `rows cannot be held out by the scheme \`${wanted}\`: ${what}`);
}

function holdForward(
  { frame, settings }: PlanRequest,
  { column, columns, moments, pieces: independent = clusters }: Order & Pick<SchemeCandidate, 'pieces'>,
  repeats: Repeats,
) {
  const order = inOrder(moments);
  const pieces = cutPieces(order, moments, stretches);
  const splits = pieces.slice(1).map((validation, index) => ({
    train: Int32Array.from(pieces.slice(0, index + 1).flatMap((rows) => [...rows])).sort(),
    validation: validation.slice().sort(),
  }));
  const folds = { folds: splits.length, repeats: 1, splits: splits.length };
  return {
    scheme: 'forward' as const,
    column,
    timeColumns: columns,
    rowSplits: splits,
    folds,
    textSplits: dealRows(frame, { ...settings, folds: textFolds, repeats: 1 }, repeats.group),
    group: numberPieces(order, moments, independent),
    stretch: numberPieces(order, moments, stretches),
  };
}

/** Deals rows into folds; classes or bands of the target are spread evenly, as far as groups allow. */
function dealRows(
  { labels, rowCount }: Frame,
  { folds, repeats, seed }: Pick<Folding, 'folds' | 'repeats'> & { seed: number },
  group: Int32Array,
): RowSplit[] {
  const stratum = labels.classCount === 0 ? bandsOf(labels.values) : Int32Array.from(labels.values);
  return makeRowSplits({ rowCount, folds, repeats, seed, group, stratum }).filter(
    ({ train, validation }) => train.length > 0 && validation.length > 0,
  );
}
