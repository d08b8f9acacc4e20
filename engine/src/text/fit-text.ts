import type { TextField } from '../columns/fields.ts';
import type { Encoder } from '../encoding/encoder.ts';
import { rowNumbers } from '../random.ts';
import type { RowSplit } from '../splits/folds.ts';
import type { Labels } from '../target/labels.ts';
import { decideEffort, type TextTime } from './text-effort.ts';
import { encodeText } from './text-encoder.ts';
import { fitTextModels, scoreText, type TextEffort, type TextModel, type TextRows } from './text-model.ts';
import { hashTokens } from './tokens.ts';
import { chooseVocabulary, createVectorizer, vectorizeAll } from './vocabulary.ts';

/**
 * Fits a text column's linear model on all rows, and scores each row by a model that did not see it, because trees
 * would trust the scores of rows that the model has memorised.
 */
export async function fitTextColumn(
  field: TextField,
  input: number,
  labels: Labels,
  rowSplits: readonly RowSplit[],
  time: TextTime,
): Promise<{ encoder: Encoder; columns: Float64Array[] }> {
  const hashed = field.texts.map(hashTokens);
  const none: number[] = [];
  const tokens = Array.from(field.codes, (code) => (code < 0 ? none : hashed[code]));
  const vocabulary = chooseVocabulary(tokens);
  const texts = { vocabulary, sparse: vectorizeAll(createVectorizer(vocabulary), tokens) };
  const { effort, tried } = await decideEffort(texts, labels, rowSplits, time);
  const { penalty, model: first } = await choosePenalty(texts, labels, rowSplits[0], tried, effort);
  const [whole] = await fitTextModels(texts, labels, rowNumbers(tokens.length), [penalty], effort);
  const encoder = encodeText(field.profile.name, input, whole);
  const columns = encoder.features.map(() => new Float64Array(tokens.length));
  scoreValidation(first, texts, rowSplits[0].validation, columns);
  for (const { train, validation } of rowSplits.slice(1)) {
    const [model] = await fitTextModels(texts, labels, train, [penalty], effort);
    scoreValidation(model, texts, validation, columns);
  }
  for (const [row, code] of field.codes.entries()) {
    columns[whole.sets][row] = tokens[row].length;
    columns[whole.sets + 1][row] = code < 0 ? 0 : field.texts[code].length;
    if (code < 0) for (const column of columns) column[row] = Number.NaN;
  }
  return { encoder, columns };
}

function scoreValidation(
  model: TextModel,
  texts: TextRows,
  validation: Int32Array,
  columns: readonly Float64Array[],
): void {
  for (const [index, raw] of scoreRows(model, texts, validation).entries())
    for (let set = 0; set < model.sets; set++) columns[set][validation[index]] = raw[set];
}

function scoreRows(model: TextModel, { sparse }: TextRows, rows: Int32Array): Float64Array[] {
  return Array.from(rows, (row) => {
    const raw = new Float64Array(model.sets);
    scoreText(model, sparse, [sparse.starts[row], sparse.starts[row + 1]], raw, 0);
    return raw;
  });
}

async function choosePenalty(
  texts: TextRows,
  labels: Labels,
  { train, validation }: RowSplit,
  tried: readonly number[],
  effort: TextEffort,
) {
  const models = await fitTextModels(texts, labels, train, tried, effort);
  const losses = models.map((model) => validationLoss(scoreRows(model, texts, validation), labels, validation));
  const best = losses.indexOf(Math.min(...losses));
  return { penalty: tried[best], model: models[best] };
}

/**
 * Returns how badly raw scores fit: log loss, or for numbers the negative correlation, because scores are standardised.
 */
function validationLoss(scores: readonly Float64Array[], labels: Labels, validation: Int32Array): number {
  const truth = Array.from(validation, (row) => labels.values[row]);
  if (labels.classCount === 0) return negativeCorrelation(scores, truth);
  return scores.reduce((sum, raw, index) => sum + logLossOfRaw(raw, truth[index]), 0);
}

function logLossOfRaw(raw: Float64Array, truth: number): number {
  if (raw.length === 1) return Math.log1p(Math.exp(truth === 1 ? -raw[0] : raw[0]));
  const greatest = Math.max(...raw);
  return greatest + Math.log(raw.reduce((sum, score) => sum + Math.exp(score - greatest), 0)) - raw[truth];
}

function negativeCorrelation(scores: readonly Float64Array[], truth: readonly number[]): number {
  const count = truth.length;
  const meanScore = scores.reduce((sum, [score]) => sum + score / count, 0);
  const meanTruth = truth.reduce((sum, value) => sum + value / count, 0);
  let [together, own, other] = [0, 0, 0];
  for (const [index, [score]] of scores.entries()) {
    together += (score - meanScore) * (truth[index] - meanTruth);
    own += (score - meanScore) ** 2;
    other += (truth[index] - meanTruth) ** 2;
  }
  return -together / (Math.sqrt(own * other) || 1);
}
