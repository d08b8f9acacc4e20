import { rocOf } from '@sibyl/engine/curves/curves.ts';
import type { SliceCondition } from '@sibyl/engine/description.ts';
import { findMostConfused } from '../confusions.ts';
import type { ModelReport } from './get-report.ts';
import { type Html, html, percentOf, shortNumber, table, withError } from './html.ts';
import { metricInWords } from './metric-words.ts';
import { curve } from './pictures.ts';
import { sayValue } from './say-value.ts';

/** Writes by which threshold and costs the model answers; nothing where the likelier class is answered. */
export function writeThreshold({ description: { chosen, classes } }: ModelReport): Html | null {
  if (!chosen || !classes) return null;
  const { threshold, costs } = chosen;
  const [other, second] = classes.map(String);
  const set =
    costs &&
    html`. A ${other} predicted as ${second} costs ${shortNumber(costs.false_positive)}, a ${second} predicted as ${other} costs ${shortNumber(costs.false_negative)}`;
  return html`<h2>Threshold</h2><p>${second} is predicted from a probability of ${shortNumber(threshold)} on${set}. The metrics above use this threshold.</p>`;
}

const mostShownClasses = 25;

/** Writes the confusion matrix of held-out rows, and of two classes the ROC curve. */
export function writeClasses({ description: { confusionMatrix, classes, cuts } }: ModelReport): Html | null {
  if (!confusionMatrix || !classes) return null;
  const shown = findMostConfused(confusionMatrix, mostShownClasses);
  const rows = shown.map((actual) => {
    const counts = confusionMatrix[actual];
    const all = counts.reduce((sum, count) => sum + count, 0);
    const cells = shown.map((predicted) => counts[predicted]);
    return [
      String(classes[actual]),
      ...cells.map((count) => (all > 0 ? `${shortCount(count)} (${percentOf(count / all)})` : '0')),
    ];
  });
  const points = (cuts ? rocOf(cuts) : []).map((point) => ({
    x: point.false_positive_rate,
    y: point.true_positive_rate,
  }));
  const roc = curve('ROC curve: true positive rate by false positive rate', points, {
    diagonal: true,
    isShare: true,
  });
  const some =
    shown.length < classes.length ? ` The ${shown.length} most confused of ${classes.length} classes are shown.` : '';
  return html`<h2>Confusion matrix</h2><p><small>Held-out rows: actual classes in rows, predicted classes in columns, with their share of the actual class.${some}</small></p>${table(['actual', ...shown.map((place) => String(classes[place]))], rows)}${roc}`;
}

function shortCount(count: number): string {
  return String(Number(count.toFixed(1)));
}

/** Writes where the model is worse than elsewhere, or that there is no such place. */
export function writeSlices({ description }: ModelReport): Html | null {
  const { slices } = description;
  if (!slices) return null;
  const { found, looked_at, metric } = slices;
  if (found.length === 0)
    return html`<h2>Slices</h2><p>None is significantly worse: ${looked_at} slices of the rows, by one or two inputs, were compared with the rest.</p>`;
  const rows = found.map((slice) => [
    slice.conditions.map((one) => sayCondition(description, one)).join(' and '),
    slice.rows,
    withError(slice.value, slice.standard_error),
    shortNumber(slice.elsewhere),
  ]);
  return html`<h2>Slices where the model is worse</h2>${table(['slice', 'rows', metricInWords(metric), 'elsewhere'], rows)}<p><small>${looked_at} slices were compared with the rest.</small></p>`;
}

function sayCondition(description: ModelReport['description'], condition: SliceCondition): string {
  const { column, value, from, below } = condition;
  if (value === null) return `${column} is missing`;
  if (value !== undefined) return `${column} = ${sayValue(description, column, value)}`;
  const edges = [from == null ? '' : `from ${from}`, below == null ? '' : `below ${below}`].filter(Boolean);
  return `${column} ${edges.join(' to ') || 'is known'}`;
}
