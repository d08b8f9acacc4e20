import { readField } from '../columns/fields.ts';
import type { Inputs, SourceColumn } from '../columns/inputs.ts';
import type { ColumnKind, SchemeComparison } from '../description.ts';
import type { Frame } from '../encoding/frame.ts';
import { TrainingError } from '../errors.ts';
import type { MetricName } from '../metrics/metrics.ts';
import { createRandom, rowNumbers, shuffle } from '../random.ts';
import type { Scheme, ValidationRequest } from '../request.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import { bandsOf, makeSplits, type Split } from '../splits/folds.ts';
import type { Table } from '../table.ts';
import { cellsOf, type Entity, findEntities, groupOf } from './entities.ts';
import { type ProbeBlock, type Probed, probe } from './probe.ts';
import { findRepeats, joinGroups, type Repeats, rootOf } from './repeats.ts';
import { cutPieces, findOrders, inOrder, type Order } from './times.ts';

/** Into how many folds rows are dealt, and how often anew. */
export interface Folding {
  folds: number;
  repeats: number;
  /** Splits that are fitted: fewer than folds x repeats on long tables. */
  splits: number;
}

/** How rows are held out, so that what is seen on them holds for the rows that the model will be asked about. */
export interface Validation {
  scheme: Scheme;
  column: string | null;
  reason: 'asked' | 'found' | 'usual';
  splits: Split[];
  folds: Folding;
  /** What texts are scored out of fold by: every row is held out once. */
  textSplits: Split[];
  /** Rows with the same number are no independent evidence: they are held out, and counted, together. */
  group: Int32Array;
  /** Rows of one stretch of time, which are judged against each other; null where rows are in no order. */
  stretch: Int32Array | null;
  repeats: Repeats;
  /** Names of the columns in which repetitions differ. */
  differing: string[];
  compared: SchemeComparison[];
}

export interface ValidationPlan {
  table: Table;
  /** Rows of the table that have a target. */
  rows: Int32Array;
  inputs: Inputs;
  /** Without what only the target can encode. */
  frame: Frame;
  settings: Folding & { seed: number; metric: MetricName };
  asked: ValidationRequest;
  pause(): Promise<void>;
}

/** An entity or an order that the rows may have to be held out by. */
type Contested = (({ scheme: 'group' } & Entity) | ({ scheme: 'forward' } & Order)) & { comparison?: SchemeComparison };

/** What hangs on the scheme must be so much of the loss, and so many standard errors: a little must be surer than a lot. */
const evidence = [
  { excess: 0.1, sureness: 3 },
  { excess: 0.5, sureness: 2 },
];
const [mostEntities, mostOrders] = [3, 2];
const entityParts = 3;
const [probePieces, probedPieces] = [6, 4];
/** Rows asked about in a block. */
const mostAsked = 1500;
/** The first stretch is only learned from. */
const stretches = 5;
const clusters = 40;
const textFolds = 5;

/** Finds out how rows hang together, and deals them so that the held ones are as new as those that the model will meet. */
export async function planValidation(plan: ValidationPlan): Promise<Validation> {
  const { frame, inputs, settings, asked } = plan;
  const repeats = findRepeats(inputs.fields.map(cellsOf), frame.labels.values);
  const contested: Contested[] = [];
  for (const one of listContested(plan)) contested.push({ ...one, comparison: await compare(plan, one, repeats) });
  const compared = contested.flatMap(({ comparison }) => comparison ?? []);
  const chosen = choose(asked, contested);
  const isAsked = asked.scheme !== undefined || asked.group !== undefined || asked.order !== undefined;
  const differing = repeats.differing.map((input) => inputs.fields[input].profile.name);
  const common = {
    repeats,
    differing,
    compared,
    reason: isAsked ? ('asked' as const) : chosen ? ('found' as const) : ('usual' as const),
  };
  if (chosen?.scheme === 'forward') return { ...common, ...holdForward(plan, chosen, repeats) };
  const group = chosen ? join(repeats.group, chosen.group) : repeats.group;
  const splits = dealRows(frame, settings, group);
  return {
    ...common,
    scheme: chosen ? 'group' : 'random',
    column: chosen?.column ?? null,
    splits,
    folds: settings,
    textSplits: splits.slice(0, settings.folds),
    group,
    stretch: null,
  };
}

/** What the request names, else what the rows suggest; whatever is found is compared, also where the request has decided. */
function listContested({ table, rows, inputs, frame, asked }: ValidationPlan): Contested[] {
  const { columns } = inputs;
  const entities =
    asked.group === undefined ? findEntities(table, columns, rows, frame.fields).slice(0, mostEntities) : [];
  const orders = asked.order === undefined ? findOrders(table, columns, rows).slice(0, mostOrders) : [];
  const named: Contested[] = [
    ...(asked.group === undefined
      ? []
      : [{ scheme: 'group' as const, ...namedEntity(table, columns, rows, asked.group) }]),
    ...(asked.order === undefined
      ? []
      : [{ scheme: 'forward' as const, ...namedOrder(table, columns, rows, asked.order) }]),
  ];
  return [
    ...named,
    ...entities.map((entity) => ({ scheme: 'group' as const, ...entity })),
    ...orders.map((order) => ({ scheme: 'forward' as const, ...order })),
  ];
}

function namedEntity(table: Table, columns: readonly SourceColumn[], rows: Int32Array, name: string): Entity {
  const place = requireColumn(columns, name, 'group');
  if (!groupKinds.has(columns[place].profile.kind))
    throw new TrainingError(
      'bad_validation',
      `column \`${name}\` holds one value only: rows cannot be held out by it`,
      name,
    );
  const group = groupOf(cellsOf(readField(table.columns[place], columns[place].profile, rows)));
  if (new Set(group).size < 3)
    throw new TrainingError(
      'bad_validation',
      `column \`${name}\` has fewer than 3 values: rows cannot be held out by it`,
      name,
    );
  return { column: name, group };
}

function namedOrder(table: Table, columns: readonly SourceColumn[], rows: Int32Array, name: string): Order {
  const place = requireColumn(columns, name, 'order');
  const field = readField(table.columns[place], columns[place].profile, rows);
  if (field.type !== 'numeric' || new Set(field.values).size < stretches)
    throw new TrainingError(
      'bad_validation',
      `column \`${name}\` must hold at least ${stretches} different dates or numbers for rows to be held out in their order`,
      name,
    );
  return { column: name, moments: field.values, isDated: true };
}

function requireColumn(columns: readonly SourceColumn[], name: string, what: string): number {
  const place = columns.findIndex(({ profile, role }) => profile.name === name && role !== 'target');
  if (place < 0)
    throw new TrainingError('column_not_found', `the table has no column \`${name}\` to validate by (${what})`, name);
  return place;
}

async function compare(plan: ValidationPlan, one: Contested, repeats: Repeats): Promise<SchemeComparison | undefined> {
  const { frame, settings, pause } = plan;
  const figure = frame.labels.classCount === 0 ? 'r2_score' : 'accuracy';
  const { blocks, cluster, stretch } =
    one.scheme === 'group' ? blocksOfEntities(plan, one, repeats) : blocksOfTime(plan, one);
  if (blocks.length === 0) return undefined;
  const { metric, seed } = settings;
  const { excess, sureness, easy, hard }: Probed = await probe({
    frame,
    blocks,
    cluster,
    stretch,
    twins: repeats.group,
    metric,
    figure,
    seed,
    pause,
  });
  if (!Number.isFinite(easy) || !Number.isFinite(hard)) return undefined;
  return {
    scheme: one.scheme,
    column: one.column,
    metric: figure,
    random: easy,
    held_apart: hard,
    evident: evidence.some((least) => excess > least.excess && sureness > least.sureness),
  };
}

/** Half of the rows of each entity of a part are asked about; the other half is what random folds would know of it. */
function blocksOfEntities({ frame, settings }: ValidationPlan, { group }: Entity, repeats: Repeats) {
  const cluster = join(repeats.group, group);
  const rows = rowNumbers(frame.rowCount);
  const partOf = dealGroups(cluster, rows, entityParts, settings.seed);
  const random = createRandom(settings.seed + 17);
  const turn = new Map<number, number>();
  const isHalf = new Uint8Array(rows.length);
  for (const row of shuffle(rows.slice(), random)) {
    const seen = turn.get(cluster[row]) ?? 0;
    turn.set(cluster[row], seen + 1);
    isHalf[row] = seen % 2;
  }
  const blocks = Array.from({ length: entityParts }, (_, part): ProbeBlock => {
    const asked = rows.filter((row) => partOf[row] === part && isHalf[row] === 1);
    return {
      asked: shuffle(asked, random).slice(0, mostAsked).sort(),
      known: rows.filter((row) => partOf[row] !== part),
    };
  });
  return { blocks: blocks.filter(({ asked, known }) => asked.length > 0 && known.length > 0), cluster, stretch: null };
}

/** Half of the rows of each later stretch are asked about; what came before is known. */
function blocksOfTime({ settings }: ValidationPlan, { moments }: Order) {
  const order = inOrder(moments);
  const pieces = cutPieces(order, moments, probePieces);
  const random = createRandom(settings.seed + 19);
  const blocks = pieces.slice(-probedPieces).flatMap((piece, index): ProbeBlock[] => {
    const before = pieces.slice(0, pieces.length - Math.min(probedPieces, pieces.length) + index);
    const known = Int32Array.from(before.flatMap((rows) => [...rows]));
    const asked = shuffle(piece.slice(), random).slice(0, Math.min(mostAsked, Math.ceil(piece.length / 2)));
    return known.length > 0 ? [{ asked: asked.sort(), known }] : [];
  });
  return {
    blocks,
    cluster: numberPieces(order, moments, clusters),
    stretch: numberPieces(order, moments, probePieces),
  };
}

/** What is asked for; else what is evident, the one that most hangs on; undefined for random folds. */
function choose({ scheme, group, order }: ValidationRequest, contested: readonly Contested[]): Contested | undefined {
  if (scheme === 'random') return undefined;
  const wanted = scheme ?? (group !== undefined ? 'group' : order !== undefined ? 'forward' : undefined);
  if (wanted === undefined) {
    const cost = ({ comparison }: Contested) => (comparison ? comparison.random - comparison.held_apart : 0);
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

function holdForward({ frame, settings }: ValidationPlan, { column, moments }: Order, repeats: Repeats) {
  const order = inOrder(moments);
  const pieces = cutPieces(order, moments, stretches);
  const splits = pieces.slice(1).map((held, index) => ({
    train: Int32Array.from(pieces.slice(0, index + 1).flatMap((rows) => [...rows])).sort(),
    held: held.slice().sort(),
  }));
  const folds = { folds: splits.length, repeats: 1, splits: splits.length };
  return {
    scheme: 'forward' as const,
    column,
    splits,
    folds,
    textSplits: dealRows(frame, { ...settings, folds: textFolds, repeats: 1 }, repeats.group),
    group: numberPieces(order, moments, clusters),
    stretch: numberPieces(order, moments, stretches),
  };
}

/** For each row the number of its piece. */
function numberPieces(order: Int32Array, moments: Float64Array, pieces: number): Int32Array {
  const numbers = new Int32Array(order.length);
  for (const [piece, rows] of cutPieces(order, moments, pieces).entries()) for (const row of rows) numbers[row] = piece;
  return numbers;
}

/** Classes or bands of the target are spread evenly, as far as rows that belong together allow. */
function dealRows(
  { labels, rowCount }: Frame,
  { folds, repeats, seed }: Pick<Folding, 'folds' | 'repeats'> & { seed: number },
  group: Int32Array,
): Split[] {
  const stratum = labels.classCount === 0 ? bandsOf(labels.values) : Int32Array.from(labels.values);
  return makeSplits({ rowCount, folds, repeats, seed, group, stratum }).filter(
    ({ train, held }) => train.length > 0 && held.length > 0,
  );
}

/** Rows that either grouping holds together. */
function join(one: Int32Array, other: Int32Array): Int32Array {
  const roots = one.slice();
  joinGroups(roots, other);
  return roots.map((_, row) => rootOf(roots, row));
}

/** Kinds of columns whose values can be held out together. */
export const groupKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>([
  'number',
  'category',
  'boolean',
  'datetime',
  'text',
  'identifier',
]);
