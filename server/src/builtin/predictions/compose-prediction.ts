import { asWritten, formatScalar, formatTable } from '../format.ts';
import type { ModelSummary } from '../grounding.ts';
import { asList, type Fields, findFields, isFields } from '../shapes.ts';
import type { PredictionRequest } from './understand.ts';

/** Phrases a prediction: the value with its bounds, its inputs, and the model's certainty. */
export function composePrediction(
  model: ModelSummary,
  request: PredictionRequest,
  content: unknown,
): string | undefined {
  const from = Object.entries(request.inputs).map(([name, value]) => `${name} ${formatScalar(value)}`);
  const subject = asWritten(`Predicted ${model.target}${from.length > 0 ? ` for ${from.join(', ')}` : ''}`);
  const forecast = findFields(content, 'forecast');
  if (forecast)
    return `${subject}, by model ${model.name}:\n\n${forecastTable(asList(forecast.forecast).filter(isFields))}`;
  const answer = findFields(content, 'prediction');
  if (!answer) return undefined;
  const reasons = request.explains ? sayReasons(answer) : '';
  return `${subject}: **${asWritten(formatScalar(answer.prediction))}**${sayBounds(answer)} (model ${model.name}).${typeof answer.note === 'string' ? ` ${answer.note}` : ''}${reasons}`;
}

const mostReasons = 6;

/** How far each input moved the answer, the furthest first; those that hardly did are left out. */
function sayReasons({ contributions, base, prediction }: Fields): string {
  const all = Object.entries(isFields(contributions) ? contributions : {}).flatMap(([name, value]) =>
    typeof value === 'number' && value !== 0 ? [{ name, value }] : [],
  );
  if (all.length === 0) return '\n\nThe model gives no contributions of its inputs.';
  const shown = all.slice(0, mostReasons);
  const from = typeof base === 'number' ? ` from its mean of ${formatScalar(base)}` : '';
  const what =
    typeof prediction === 'number' ? 'the prediction' : `the probability of ${asWritten(formatScalar(prediction))}`;
  const rows = shown.map(({ name, value }) => [name, `${value > 0 ? '+' : '−'}${formatScalar(Math.abs(value))}`]);
  return `\n\nHow far each input moved ${what}${from}, largest effect first:\n\n${formatTable(['input', 'contribution'], rows)}`;
}

function sayBounds({ lower_bound: low, upper_bound: high, confidence }: Fields): string {
  const sure = typeof confidence === 'number' ? `${formatScalar(Math.round(confidence * 100))} % sure` : '';
  if (typeof low !== 'number' || typeof high !== 'number') return sure && `, ${sure}`;
  return `, between ${formatScalar(low)} and ${formatScalar(high)}${sure && ` (${sure})`}`;
}

function forecastTable(rows: readonly Fields[]): string {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'probabilities');
  return formatTable(
    columns,
    rows.map((row) => columns.map((name) => row[name])),
  );
}
