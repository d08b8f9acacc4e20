import type { Encoded } from '@sibyl/engine/encoding/frame.ts';
import { boostingCandidate } from '@sibyl/engine/learners/boosting/boosting-candidate.ts';
import { dealGroups } from '@sibyl/engine/splits/deal-groups.ts';
import type { Labels } from '@sibyl/engine/target/labels.ts';
import { RowKeys } from '@sibyl/engine/validation/row-keys.ts';
import { addAreas, areaOf } from './area.ts';
import type { Apart, ApartRequest } from './messages.ts';
import { type HeldOut, nameTelling } from './name-telling.ts';

/** Independent trees: nothing of them is chosen by the rows that judge them, which would flatter chance. */
const trees = { mode: 'forest', splitMode: 'random', rounds: 60, maxLeaves: 64, minRowsPerLeaf: 5, l2: 1 } as const;
const folds = 5;
/** A byte may name so many bins. */
const bins = 256;

/** Tells the rows of several windows apart, one after another; `undefined` where nothing can be learned. */
export async function tellApart(requests: readonly ApartRequest[]): Promise<(Apart | undefined)[]> {
  const told: (Apart | undefined)[] = [];
  for (const request of requests) told.push(await tellOne(request));
  return told;
}

/**
 * Learns to tell asked rows from training rows. What held-out rows show is a distance of all columns together, without a
 * truth. Equal rows are held out together: one that is asked again and again would be known by heart.
 */
async function tellOne(request: ApartRequest): Promise<Apart | undefined> {
  const encoded = encode(request);
  const labels = labelsOf(request);
  const rows = Int32Array.from({ length: labels.values.length }, (_, row) => row);
  const foldOf = dealGroups(twinsOf(encoded, rows.length), rows, folds, 1);
  const judged: HeldOut[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    const validation = rows.filter((row) => foldOf[row] === fold);
    const train = rows.filter((row) => foldOf[row] !== fold);
    const held = await judge({ encoded, labels, train, validation }, fold);
    if (held) judged.push(held);
  }
  if (judged.length === 0) return undefined;
  const { area, error } = addAreas(judged.map(({ ranked }) => ranked));
  return { auc: area, standard_error: error, columns: area > 0.5 + error ? nameTelling(encoded, judged, area) : [] };
}

interface Fold {
  encoded: Encoded;
  labels: Labels;
  train: Int32Array;
  validation: Int32Array;
}

async function judge(fold: Fold, seed: number): Promise<HeldOut | undefined> {
  const { labels, train, validation } = fold;
  if (train.length === 0 || validation.length === 0) return undefined;
  const run = boostingCandidate('apart', trees, 0).start();
  await run.add({ ...fold, seed, deadline: Number.POSITIVE_INFINITY, pause: async () => {} });
  const { predictions, models } = run.result();
  const truths = Float64Array.from(validation, (row) => labels.values[row]);
  const scores = truths.map((_, place) => predictions[0][2 * place + 1]);
  const ranked = areaOf(truths, scores);
  return ranked && { ranked, model: models[0], rows: validation, truths };
}

function encode({ columns, training, asked }: ApartRequest): Encoded {
  const width = columns.length;
  const rowCount = (training.length + asked.length) / width;
  const codeAt = (place: number) => (place < training.length ? training[place] : asked[place - training.length]);
  return {
    features: columns.map(({ name, isOrdered }, input) => ({ name, input, categories: isOrdered ? 0 : bins })),
    columns: columns.map((_, column) =>
      Float64Array.from({ length: rowCount }, (__, row) => codeAt(row * width + column)),
    ),
    encoders: [],
  };
}

function labelsOf({ columns, training, asked }: ApartRequest): Labels {
  const learned = training.length / columns.length;
  const values = Float64Array.from({ length: learned + asked.length / columns.length }, (_, row) =>
    row < learned ? 0 : 1,
  );
  return { task: 'binary', values, classCount: 2, loss: 'log' };
}

/** Returns the number of each row's group of equal rows. */
function twinsOf({ columns }: Encoded, rowCount: number): Int32Array {
  const numbers = new Map<number, number>();
  return Int32Array.from(new RowKeys(columns, rowCount).without([]), (key) => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}
