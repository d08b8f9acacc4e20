import type { Sha256 } from '../model.ts';
import { canonicalJson } from '../model-file/canonical.ts';
import { formatVersion, withoutTimes } from '../model-file/format.ts';
import { writeSafetensors } from '../model-file/safetensors.ts';
import { TensorWriter } from '../model-file/tensors.ts';
import { saveDemand } from './demand-bounds.ts';
import type { ForecastState } from './forecast-state.ts';
import { saveInputs } from './inputs/served-inputs.ts';

/** Saves a forecast as one file: the state as JSON, big arrays as tensors; equal trainings give equal bytes. */
export function saveForecast({ description, bounds, ...state }: ForecastState, hash?: Sha256): Uint8Array {
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
      sumGrowth: state.sumGrowth && tensors.add(state.sumGrowth),
      following: state.following && { ...state.following, growth: tensors.add(state.following.growth) },
      inputs: state.inputs && saveInputs(state.inputs, tensors),
      demand: state.demand && saveDemand(state.demand, tensors),
      bounds: { errors: tensors.add(bounds.errors), rowCount: bounds.rowCount },
    },
  };
  return writeSafetensors(canonicalJson(saved), tensors.tensors, hash);
}
