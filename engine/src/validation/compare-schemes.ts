import type { SchemeComparison } from '../description.ts';
import { createRandom, rowNumbers, shuffle } from '../random.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import type { Entity } from './entities.ts';
import { joinEntities } from './groups.ts';
import type { PlanRequest } from './plan-request.ts';
import { type ProbeBlock, type Probed, probe } from './probe.ts';
import type { Repeats } from './repeats.ts';
import type { SchemeCandidate } from './scheme-candidates.ts';
import { clusters, cutPieces, independentPieces, inOrder, numberPieces, type Order } from './times.ts';

const [probePieces, probedPieces] = [6, 4];
/**
 * The scheme matters when the loss grows by one of these shares and by its number of standard errors; small effects
 * must be more certain.
 */
const evidence = [
  { excess: 0.1, sureness: 3 },
  { excess: 0.5, sureness: 2 },
];

/** Small trees on few rows miss much: from here on, and by entities of a short table always, the models that won are compared, too. */
const hint = { excess: 0.05, sureness: 1, rows: 5000 };
/** Rows drift where later ones lose more than twice as much, and of numbers a tenth of what a guess loses. */
const drift = { excess: 1, sureness: 2, cost: 0.1 };

/** Least cost in r2_score, which is a share of what a guess without inputs loses: of an exact target any loss is a multiple. */
const leastCost = 0.01;

export async function compareSchemes(
  plan: PlanRequest,
  one: SchemeCandidate,
  repeats: Repeats,
): Promise<Omit<SchemeCandidate, keyof Entity | keyof Order | 'scheme'>> {
  const { frame, settings, deadline, pause } = plan;
  const figure = frame.labels.classCount === 0 ? 'r2_score' : 'log_loss';
  const { blocks, cluster, stretch } =
    one.scheme === 'group' ? blocksOfEntities(plan, one, repeats) : blocksOfTime(plan, one);
  if (blocks.length === 0) return {};
  const { metric, seed } = settings;
  const { excess, sureness, easy, hard, losses }: Probed = await probe({
    frame,
    blocks,
    cluster,
    stretch,
    twins: repeats.group,
    metric,
    figure,
    seed,
    deadline,
    pause,
  });
  const pieces = one.scheme === 'forward' ? independentPieces(losses) : undefined;
  if (!Number.isFinite(easy) || !Number.isFinite(hard)) return { pieces };
  const isWorthKnowing = figure !== 'r2_score' || easy - hard >= leastCost;
  const comparison: SchemeComparison = {
    scheme: one.scheme,
    column: one.column,
    metric: figure,
    random: easy,
    held_apart: hard,
    evident: isWorthKnowing && evidence.some((least) => excess > least.excess && sureness > least.sureness),
  };
  const isFar = figure !== 'r2_score' || easy - hard >= drift.cost;
  const isShort = one.scheme === 'group' && frame.rowCount <= hint.rows;
  const isLikely = isShort || (excess > hint.excess && sureness > hint.sureness);
  return { comparison, pieces, excess, isLikely, drifts: isFar && excess > drift.excess && sureness > drift.sureness };
}

/** Makes blocks that predict half of the rows of each entity in a fold; random folds would know the other half. */
function blocksOfEntities({ frame, settings }: PlanRequest, { group }: Entity, repeats: Repeats) {
  const cluster = joinEntities(group, repeats.group);
  const rows = rowNumbers(frame.rowCount);
  const foldOf = dealGroups(cluster, rows, entityParts, settings.seed);
  const random = createRandom(settings.seed + 17);
  const turn = new Map<number, number>();
  const isHalf = new Uint8Array(rows.length);
  for (const row of shuffle(rows.slice(), random)) {
    const seen = turn.get(cluster[row]) ?? 0;
    turn.set(cluster[row], seen + 1);
    isHalf[row] = seen % 2;
  }
  const blocks = Array.from({ length: entityParts }, (_, part): ProbeBlock => {
    const asked = rows.filter((row) => foldOf[row] === part && isHalf[row] === 1);
    return {
      asked: shuffle(asked, random).slice(0, mostAsked).sort(),
      known: rows.filter((row) => foldOf[row] !== part),
    };
  });
  return { blocks: blocks.filter(({ asked, known }) => asked.length > 0 && known.length > 0), cluster, stretch: null };
}

/** Makes blocks that predict half of the rows of each later stretch of time; earlier rows are known. */
function blocksOfTime({ settings }: PlanRequest, { moments }: Order) {
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

const entityParts = 3;

/** Most rows predicted in a block. */
const mostAsked = 1500;
