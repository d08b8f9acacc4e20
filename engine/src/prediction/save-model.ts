import { saveBounds } from '../bounds/save-bounds.ts';
import { saveSupport } from '../bounds/support.ts';
import { saveHeldOut } from '../held-out/save-held-out.ts';
import { saveIncomplete } from '../incomplete-rows/save-incomplete.ts';
import type { Sha256 } from '../model.ts';
import { canonicalJson } from '../model-file/canonical.ts';
import { formatVersion, withoutTimes } from '../model-file/format.ts';
import { writeSafetensors } from '../model-file/safetensors.ts';
import { TensorWriter } from '../model-file/tensors.ts';
import { saveReferenceRows } from '../reference-rows/save-reference-rows.ts';
import type { TrainedState } from './trained-state.ts';

/**
 * Saves the state as JSON and large arrays as tensors. Durations are left out, so that equal trainings give equal
 * bytes.
 */
export function saveModel(state: TrainedState, hash?: Sha256): Uint8Array {
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
    ...(state.heldOut && { heldOut: saveHeldOut(state.heldOut, tensors) }),
    targetProfile: state.targetProfile,
    members: state.members.map(({ weight, model }) => ({ weight, part: model.save(tensors) })),
    finish:
      finish.kind !== 'bounds'
        ? finish
        : {
            kind: finish.kind,
            ...saveBounds(finish.fitted, tensors),
            support: saveSupport(finish.support),
          },
  };
  return writeSafetensors(canonicalJson(saved), tensors.tensors, hash);
}
