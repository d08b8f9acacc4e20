import type { SchemeComparison } from '../description.ts';
import type { Frame } from '../encoding/frame.ts';
import { TrainingError } from '../errors.ts';
import { rowNumbers } from '../random.ts';
import type { Scheme, ValidationRequest } from '../request.ts';
import { makeRowSplits, type RowSplit } from '../splits/folds.ts';
import { bandsOf, strataOfClasses } from '../splits/strata.ts';
import { compareSchemes } from './compare-schemes.ts';
import { cellsOf } from './entities.ts';
import { joinEntities } from './groups.ts';
import type { Folding, PlanRequest } from './plan-request.ts';
import { findRealm, type Realm } from './realm.ts';
import { findRepeats, isRepeatedWhole, type Repeats } from './repeats.ts';
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
  /** Group of each row. Rows of one group are not independent, so they count as one piece of evidence. */
  group: Int32Array;
  /** Rows with the same number are held out together, and know nothing of each other. */
  together: Int32Array;
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
  /** Rows of another kind that are answered evidently otherwise; none where a scheme was asked for. */
  beyond: BeyondPlan[];
}

/** How rows of another kind are held out: those with a new value of a column, of later times, or of known times. */
export interface BeyondPlan {
  column: string;
  realm: Realm;
  validation: ValidationPlan;
}

const textFolds = 5;

/**
 * Finds out how rows are related, and chooses splits whose validation rows are as new to the model as the rows that it
 * will be asked about: rows like those of the table, unless something else was asked for or rows drift with time.
 */
export async function planValidation(plan: PlanRequest): Promise<ValidationPlan> {
  const { frame, inputs, asked } = plan;
  const repeats = findRepeats(inputs.fields.map(cellsOf), frame.labels.values);
  const { contested, uncompared } = await compareAll(plan, repeats);
  const isAsked = asked.scheme !== undefined || asked.group !== undefined || asked.order !== undefined;
  const chosen = isAsked ? findAsked(asked, contested) : largest(contested.filter(isDrift));
  const common = {
    repeats,
    differing: repeats.differing.map((input) => inputs.fields[input].profile.name),
    compared: contested.flatMap(({ comparison }) => comparison ?? []),
    uncompared,
    reason: isAsked ? ('asked' as const) : chosen ? ('found' as const) : ('usual' as const),
    beyond: [],
  };
  const planBy = (one: SchemeCandidate | undefined) => ({ ...common, ...holdOut(plan, one, repeats) });
  const beyond = isAsked ? [] : listBeyond(contested, chosen);
  return {
    ...planBy(chosen),
    beyond: beyond.map(({ candidate, kind }) => ({
      column: candidate.column,
      realm: findRealm(plan, candidate, kind),
      validation: planBy(kind === 'within' ? undefined : candidate),
    })),
  };
}

/** Returns what other rows are to be judged and answered separately: at most one column of entities and one of times. */
function listBeyond(
  contested: readonly SchemeCandidate[],
  chosen: SchemeCandidate | undefined,
): { candidate: SchemeCandidate; kind: Realm['kind'] }[] {
  if (chosen) return [{ candidate: chosen, kind: 'within' }];
  const likely = contested.filter(({ isLikely }) => isLikely);
  const entity = largest(likely.filter(({ scheme }) => scheme === 'group'));
  const time = largest(likely.filter((one) => one.scheme === 'forward' && one.isDated));
  return [
    ...(entity ? [{ candidate: entity, kind: 'new' as const }] : []),
    ...(time ? [{ candidate: time, kind: 'later' as const }] : []),
  ];
}

/** Holds rows out by a candidate, or at random, where rows that a whole table repeats stay together. */
function holdOut(plan: PlanRequest, one: SchemeCandidate | undefined, repeats: Repeats) {
  if (one?.scheme === 'forward') return holdForward(plan, one, repeats);
  const { frame, settings } = plan;
  const group = one ? joinEntities(one.group, repeats.group) : repeats.group;
  // Where only some rows repeat others, rows to come repeat known ones as often.
  const together = one || isRepeatedWhole(repeats.group) ? group : rowNumbers(frame.rowCount);
  const rowSplits = dealRows(frame, settings, together);
  return {
    scheme: one ? ('group' as const) : ('random' as const),
    column: one?.column ?? null,
    rowSplits,
    folds: settings,
    textSplits: rowSplits.slice(0, settings.folds),
    group,
    together,
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

/** Returns the requested scheme; undefined for random folds. */
function findAsked(
  { scheme, group, order }: ValidationRequest,
  contested: readonly SchemeCandidate[],
): SchemeCandidate | undefined {
  const wanted = scheme ?? (group !== undefined ? 'group' : order !== undefined ? 'forward' : 'random');
  if (wanted === 'random') return undefined;
  const found = contested.find((one) => one.scheme === wanted);
  if (found) return found;
  const what =
    wanted === 'group'
      ? 'no column looks like one of entities: name it in `validate.group`'
      : 'no column holds dates: name one in `validate.order`';
  throw new TrainingError('bad_validation', `rows cannot be held out by the scheme \`${wanted}\`: ${what}`);
}

/** Whether rows drift so far with time that those of known times tell little of later ones, which are what will come. */
function isDrift(one: SchemeCandidate): boolean {
  return one.scheme === 'forward' && one.isDated && one.goesOn && one.drifts === true;
}

function largest(candidates: readonly SchemeCandidate[]): SchemeCandidate | undefined {
  return candidates.toSorted((a, b) => (b.excess ?? 0) - (a.excess ?? 0))[0];
}

function holdForward(
  { frame, settings }: PlanRequest,
  { column, columns, moments, pieces: independent = clusters }: Order & Pick<SchemeCandidate, 'pieces'>,
  repeats: Repeats,
) {
  const order = inOrder(moments);
  const group = numberPieces(order, moments, independent);
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
    group,
    together: group,
    stretch: numberPieces(order, moments, stretches),
  };
}

/** Deals rows into folds; a few classes, or bands of the target, are spread evenly, as far as groups allow. */
function dealRows(
  { labels, rowCount }: Frame,
  { folds, repeats, seed }: Pick<Folding, 'folds' | 'repeats'> & { seed: number },
  group: Int32Array,
): RowSplit[] {
  const stratum = labels.classCount === 0 ? bandsOf(labels.values) : strataOfClasses(labels.values, labels.classCount);
  return makeRowSplits({ rowCount, folds, repeats, seed, group, stratum }).filter(
    ({ train, validation }) => train.length > 0 && validation.length > 0,
  );
}
