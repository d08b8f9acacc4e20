import { canonicalJson } from '../file/canonical.ts';
import { writeSafetensors } from '../file/safetensors.ts';
import { TensorWriter } from '../file/tensors.ts';
import { formatVersion, withoutTimes } from '../prediction/save.ts';
import type { ForecastState } from './forecast-model.ts';

/** One file: the state as JSON, big arrays as tensors; equal trainings give equal bytes. */
export function saveForecast({ description, bounds, ...state }: ForecastState): Uint8Array {
  const tensors = new TensorWriter();
  const saved = {
    format: formatVersion,
    description: withoutTimes(description),
    forecast: {
      ...state,
      ends: tensors.add(state.ends),
      paths: tensors.add(state.paths),
      scales: tensors.add(state.scales),
      floors: tensors.add(state.floors),
      growth: tensors.add(state.growth),
      bounds: { errors: tensors.add(bounds.errors), rowCount: bounds.rowCount },
    },
  };
  return writeSafetensors(canonicalJson(saved), tensors.tensors);
}
