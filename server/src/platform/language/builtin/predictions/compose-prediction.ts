import type { ModelSummary } from '../../grounding.ts';
import { formatScalar, formatTable } from '../format.ts';
import { asList, type Fields, findFields, isFields } from '../shapes.ts';
import type { PredictionRequest } from './understand.ts';

/** Phrases a prediction: the value with its bounds, its inputs, and the model's certainty. */
export function composePrediction(
  model: ModelSummary,
  request: PredictionRequest,
  content: unknown,
): string | undefined {
  const from = Object.entries(request.inputs).map(([name, value]) => `${name} ${formatScalar(value)}`);
  const subject = `Predicted ${model.target}${from.length > 0 ? ` for ${from.join(', ')}` : ''}`;
  const forecast = findFields(content, 'forecast');
  if (forecast)
    return `${subject}, by model ${model.name}:\n\n${forecastTable(asList(forecast.forecast).filter(isFields))}`;
  const answer = findFields(content, 'prediction');
  if (!answer) return undefined;
  return `${subject}: **${formatScalar(answer.prediction)}**${sayBounds(answer)} (model ${model.name}).${typeof answer.note === 'string' ? ` ${answer.note}` : ''}`;
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
