import type { ColumnProfile } from '../columns/profile.ts';
import { sayAccuracy } from '../curves/answer-warnings.ts';
import type { Figures } from '../evaluation/figures.ts';
import { figureText } from '../figure-text.ts';
import type { Training } from '../training/prepare.ts';
import { chosen, type Selection } from '../training/selection.ts';
import { isRepeatedWhole } from '../validation/repeats.ts';
import { warnOfLeaks } from './leak-warnings.ts';
import { warnOfNumbering } from './numbering-warnings.ts';

/** Classes with fewer rows are hardly learned. */
const fewestOfClass = 10;
/** Classes below this share of the rows are easily never predicted. */
const rareShare = 0.05;
const mostNamed = 3;
/** A smaller share of repeated rows hardly changes any figure. */
const leastRepeated = 0.1;

/** Warnings about the table that a user should read before trusting the model, one sentence each. */
export function findWarnings(training: Training, selection: Selection, figures: Figures): string[] {
  const { inputs } = training;
  const columns = inputs.columns.filter(({ role }) => role === 'feature' || role === 'target');
  return [
    ...warnOfLeaks(inputs.fields, training.frame.labels, training.settings.seed),
    ...warnOfRepeats(training),
    ...warnOfUncompared(training),
    ...warnOfFewerRows(training),
    ...warnOfShortTime(training),
    ...warnOfGrowth(training),
    ...warnOfUnfinished(selection),
    ...warnOfBaseline(training, figures),
    ...warnOfAccuracy(training, figures),
    ...warnOfTails(training, figures),
    ...warnOfTarget(training),
    ...warnOfNumbering(inputs.columns),
    ...columns.flatMap(({ profile }) => warnOfReading(profile)),
  ];
}

/** Fewer rows than this share are judged only when time ran out. */
const mostRows = 0.9;

function warnOfShortTime({ frame, rows, settings, validation, large }: Training): string[] {
  const judged = new Set(rows).size;
  const isAll =
    large || validation.scheme === 'forward' || settings.splits === 1 || judged >= mostRows * frame.rowCount;
  if (isAll) return [];
  const quicker = settings.quality === 'fast' ? '' : ', or options.quality `fast`';
  return [
    `time was short: the metrics come from ${judged} of ${frame.rowCount} rows, on which fewer kinds of model were compared (give options.time_budget_seconds more${quicker})`,
  ];
}

/** Fits of usual folds learn from more than this share of the rows; all rows hardly add to that. */
const mostLearned = 0.75;

/** Warns where the model that is served learned from far more rows than those that were judged. */
function warnOfGrowth({ frame, splits, validation, large }: Training): string[] {
  const learned = Math.round(splits.reduce((sum, { train }) => sum + train.length / splits.length, 0));
  if (large || validation.scheme === 'forward' || learned > mostLearned * frame.rowCount) return [];
  return [
    `time was short: the models of the validation were trained on ${learned} of ${frame.rowCount} rows, the final model on all. It is probably better than its metrics, and its bounds are probably too wide; the standard errors include this (give options.time_budget_seconds more)`,
  ];
}

function warnOfUncompared({ validation: { uncompared } }: Training): string[] {
  if (uncompared.length === 0) return [];
  return [
    `time was too short to check whether rows are related by ${nameSome(uncompared)}: if they are, the metrics for new values are worse than reported (give options.time_budget_seconds more, or options.validate)`,
  ];
}

function warnOfFewerRows({ rowCount, rowsGiven, settings }: Training): string[] {
  if (rowCount === rowsGiven) return [];
  return [
    `${settings.budgetSeconds} seconds were too few for ${rowsGiven} rows: the model was trained on a random sample of ${rowCount} (give options.time_budget_seconds more)`,
  ];
}

function warnOfUnfinished(selection: Selection): string[] {
  const unfinished = chosen(selection).flatMap(([{ name, isCutShort }]) => (isCutShort ? [name] : []));
  if (unfinished.length === 0) return [];
  return [
    `time was too short to finish training ${nameSome(unfinished)}: more time may give a better model (options.time_budget_seconds)`,
  ];
}

/** A figure must exceed that of the baseline by this many standard errors. */
const sureGain = 2;

function warnOfBaseline({ frame, validation }: Training, figures: Figures): string[] {
  if (figures.isBetter) return [];
  const constant =
    frame.labels.classCount > 0
      ? 'the share of each class'
      : frame.labels.loss === 'absolute'
        ? 'the median'
        : 'the mean';
  const [where, why] =
    validation.scheme === 'forward'
      ? [' for later rows', 'they differ from earlier rows, or there are too few periods to tell']
      : ['', 'the inputs say little about the target, or there are too few rows'];
  return [`the model is not significantly better than always predicting ${constant}${where}: ${why}`];
}

/** Warns where the share of right answers is no better than that of the most frequent class, and the model is better. */
function warnOfAccuracy({ frame, target }: Training, figures: Figures): string[] {
  const { accuracies, baseline, standardErrors } = figures;
  const [own, plain, error] = [accuracies.accuracy, baseline.accuracy, standardErrors.accuracy ?? 0];
  if (frame.labels.classCount === 0 || !figures.isBetter || own - plain > sureGain * error) return [];
  const counts = new Float64Array(frame.labels.classCount);
  for (const value of target.values) counts[value] += 1;
  const frequent = nameSome([target.classes?.[counts.indexOf(Math.max(...counts))] ?? '']);
  return [sayAccuracy(own, plain, frequent, frame.labels.classCount)];
}

/** If the largest hundredth of squared deviations make up more than this share, means depend on few rows. */
const mostOfFew = 0.5;

function warnOfTails({ frame, target }: Training, { accuracies: { rmse, mae, median_ae } }: Figures): string[] {
  if (frame.labels.classCount > 0 || !(rmse > 0)) return [];
  const middle = medianOf(target.values);
  const spread = target.values
    .map((value) => (value - middle) ** 2)
    .sort()
    .reverse();
  const all = spread.reduce((sum, one) => sum + one, 0);
  const few = spread.slice(0, Math.ceil(spread.length / 100)).reduce((sum, one) => sum + one, 0);
  if (few < mostOfFew * all) return [];
  const farthest = target.values.find((value) => (value - middle) ** 2 === spread[0]) ?? Number.NaN;
  const one = spread[0] < mostOfFew * all ? '' : ` (mainly the one with ${figureText(farthest)})`;
  return [
    `1 % of the rows${one} account for most of the variance of the target, so r2_score and rmse depend on them; the mean absolute error is ${figureText(mae)}, and half of the errors are below ${figureText(median_ae)}; the metric mae weighs all rows alike`,
  ];
}

function medianOf(values: Float64Array): number {
  const sorted = values.slice().sort();
  return sorted[sorted.length >> 1];
}

function warnOfRepeats({ validation, rowCount }: Training): string[] {
  const { repeated } = validation.repeats;
  if (repeated < leastRepeated * rowCount) return [];
  const but = validation.differing.length > 0 ? ` but for ${nameSome(validation.differing)}` : '';
  const share = figureText((100 * repeated) / rowCount, 2);
  const how = isRepeatedWhole(validation.repeats.group)
    ? 'duplicates are kept in the same fold, so the metrics are not too optimistic'
    : 'the metrics hold for new rows of which as many are duplicates';
  return [
    `about ${share} % of the rows are duplicates of another row${but}: ${how}; check whether a join or an import made them`,
  ];
}

function warnOfTarget({ target, rowCount, large }: Training): string[] {
  const { profile, rows, values, classes } = target;
  const left = rowCount - rows.length;
  const some = large ? `about ${figureText((100 * left) / rowCount, 2)} % of the` : `${left} of ${rowCount}`;
  const missing = left > 0 ? [`${some} rows have no \`${profile.name}\` and were left out`] : [];
  if (!classes) return missing;
  const counts = new Float64Array(classes.length);
  for (const value of values) counts[value] += 1;
  const scarce = classes.filter((_, label) => counts[label] < fewestOfClass);
  const rarest = counts.indexOf(Math.min(...counts));
  if (scarce.length > 0)
    return [...missing, `fewer than ${fewestOfClass} rows are ${nameSome(scarce)}: too few to learn the class`];
  if (counts[rarest] >= rareShare * values.length) return missing;
  const share = figureText((100 * counts[rarest]) / values.length, 2);
  return [
    ...missing,
    `only ${share} % of the rows are ${nameSome([classes[rarest]])}: accuracy says little about this class; with the metric balanced_accuracy it is predicted more often`,
  ];
}

/** Says how unusual cells of a column were read. */
function warnOfReading({ name, spellings, reading: { type, units, blanks } }: ColumnProfile): string[] {
  const absent = type === 'text' ? [] : blanks;
  const factors = new Set(units?.map(({ factor }) => factor));
  const base = units?.find(({ factor }) => factor === 1);
  return [
    ...(absent.length > 0
      ? [`column \`${name}\`: ${nameSome(absent)} ${absent.length > 1 ? 'are' : 'is'} read as missing`]
      : []),
    ...(factors.size > 1
      ? [`column \`${name}\`: units are converted to ${base ? `\`${base.name}\`` : 'plain numbers'}`]
      : []),
    ...(spellings.length > 0 ? [`column \`${name}\`: several spellings of a word count as one category`] : []),
  ];
}

function nameSome(words: readonly (string | number | boolean)[]): string {
  const named = words.slice(0, mostNamed).map((word) => `"${word}"`);
  return words.length > mostNamed ? `${named.join(', ')} and ${words.length - mostNamed} more` : named.join(', ');
}
