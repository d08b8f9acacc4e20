import { saveBounds } from '../bounds/save.ts';
import { saveSupport } from '../bounds/support.ts';
import { canonicalJson } from '../file/canonical.ts';
import { writeSafetensors } from '../file/safetensors.ts';
import { TensorWriter } from '../file/tensors.ts';
import { saveIncomplete } from '../incomplete/save.ts';
import type { ModelDescription } from '../model.ts';
import { saveReferenceRows } from '../reference-rows/save.ts';
import type { TrainedState } from './trained-model.ts';

/** Raised when an older program could not read what this one writes. */
export const formatVersion = 6;
/** Before it, profiles did not have the reading of their column. */
export const oldestFormat = 6;

/** One file: the state as JSON, big arrays as tensors. Times are left out, so that equal trainings give equal bytes. */
export function saveModel(state: TrainedState): Uint8Array {
  const tensors = new TensorWriter();
  const { finish } = state;
  const saved = {
    format: formatVersion,
    description: withoutTimes(state.description),
    profiles: state.profiles,
    encoders: state.encoders.map(({ input, slot, encoder }) => ({ input, slot, encoder: encoder.save(tensors) })),
    featureCount: state.featureCount,
    reference: saveReferenceRows(state.reference, tensors),
    ...(state.typical && { typical: tensors.add(state.typical) }),
    incomplete: state.incomplete && saveIncomplete(state.incomplete, tensors),
    targetProfile: state.targetProfile,
    members: state.members.map(({ weight, part }) => ({ weight, part: part.save(tensors) })),
    finish:
      finish.kind !== 'bounds'
        ? finish
        : {
            kind: finish.kind,
            ...saveBounds(finish.fitted, tensors),
            support: saveSupport(finish.support),
          },
  };
  return writeSafetensors(canonicalJson(saved), tensors.tensors);
}

/** What the model says of itself less how long its training took. */
export function withoutTimes(description: ModelDescription): ModelDescription {
  const candidates = description.candidates.map((candidate) => ({ ...candidate, training_seconds: 0 }));
  return { ...description, candidates, trainingSeconds: 0 };
}
