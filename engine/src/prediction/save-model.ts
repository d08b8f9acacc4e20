import type { Finish } from '../answers/answerer.ts';
import { saveBounds } from '../bounds/save-bounds.ts';
import { saveSupport } from '../bounds/support.ts';
import { saveHeldOut } from '../held-out/save-held-out.ts';
import { saveIncomplete } from '../incomplete-rows/save-incomplete.ts';
import { saveKnownRows } from '../known-rows/save-known-rows.ts';
import type { Sha256 } from '../model.ts';
import { canonicalJson } from '../model-file/canonical.ts';
import { formatVersion, withoutTimes } from '../model-file/format.ts';
import { writeSafetensors } from '../model-file/safetensors.ts';
import { TensorWriter } from '../model-file/tensors.ts';
import { saveReferenceRows } from '../reference-rows/save-reference-rows.ts';
import type { BeyondState, TrainedState } from './trained-state.ts';

/**
 * Saves the state as JSON and large arrays as tensors. Durations are left out, so that equal trainings give equal
 * bytes.
 */
export function saveModel(state: TrainedState, hash?: Sha256): Uint8Array {
  const tensors = new TensorWriter();
  const saved = {
    format: formatVersion,
    description: withoutTimes(state.description),
    profiles: state.profiles,
    ...savePart(state, tensors),
    ...(state.heldOut && { heldOut: saveHeldOut(state.heldOut, tensors) }),
    targetProfile: state.targetProfile,
    ...(state.beyond && {
      beyond: state.beyond.map((part) => ({ realm: part.realm, ...savePart(part, tensors) })),
    }),
  };
  return writeSafetensors(canonicalJson(saved), tensors.tensors, hash);
}

/** Saves what answers rows of one kind. */
function savePart(part: Omit<BeyondState, 'realm'>, tensors: TensorWriter) {
  const { encoders, featureCount, reference, typical, incomplete, members, finish } = part;
  return {
    encoders: encoders.map(({ input, slot, encoder }) => ({ input, slot, encoder: encoder.save(tensors) })),
    featureCount,
    reference: saveReferenceRows(reference, tensors),
    ...(typical && { typical: tensors.add(typical) }),
    incomplete: incomplete && saveIncomplete(incomplete, tensors),
    members: members.map(({ weight, model }) => ({ weight, part: model.save(tensors) })),
    finish: saveFinish(finish, tensors),
  };
}

function saveFinish(finish: Finish, tensors: TensorWriter) {
  if (finish.kind === 'none') return finish;
  if (finish.kind === 'calibration') {
    const { known, ...others } = finish;
    return { ...others, ...(known && { known: { ...known, rows: saveKnownRows(known.rows, tensors) } }) };
  }
  const { kind, fitted, support, known } = finish;
  return {
    kind,
    ...saveBounds(fitted, tensors),
    support: saveSupport(support),
    ...(known && { known: { ...saveBounds(known.fitted, tensors), rows: saveKnownRows(known.rows, tensors) } }),
  };
}
