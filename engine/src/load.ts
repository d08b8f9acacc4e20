import { loadCalibration } from './bounds/calibration.ts';
import { loadClassParts } from './bounds/class-parts.ts';
import { loadBounds } from './bounds/save-bounds.ts';
import { loadSupport } from './bounds/support.ts';
import { profileFrom } from './columns/load-profile.ts';
import type { ColumnProfile } from './columns/profile.ts';
import { loadMembers } from './composites/load-fitted-model.ts';
import { createForecastModel } from './forecast/forecast-model.ts';
import { loadForecast } from './forecast/load-forecast.ts';
import { loadHeldOut } from './held-out/save-held-out.ts';
import { loadIncomplete } from './incomplete-rows/save-incomplete.ts';
import { loadKnownRows } from './known-rows/save-known-rows.ts';
import type { Model, Sha256 } from './model.ts';
import type { Digest } from './model-file/digests.ts';
import { formatVersion, oldestFormat } from './model-file/format.ts';
import { ModelFileError, SavedValue } from './model-file/reader.ts';
import { readSafetensors } from './model-file/safetensors.ts';
import { loadDescription } from './prediction/load-description.ts';
import { loadEncoder } from './prediction/load-encoder.ts';
import { loadRealm } from './prediction/load-realm.ts';
import { createModel } from './prediction/trained-model.ts';
import type { BeyondState, TrainedState } from './prediction/trained-state.ts';
import { loadReferenceRows } from './reference-rows/save-reference-rows.ts';

export { ModelFileError };

/**
 * Loads a model from the bytes of `Model.toBytes` and checks everything: hash, sizes, ranges, trees. Throws
 * ModelFileError for anything invalid. The model keeps the bytes, which must not change afterwards. `digest` is a faster
 * SHA-256 of the host, or what the host took over `digestedParts` while it read the file. With `isChecked` the host knows
 * that it loaded these bytes before: the numbers of tensors and trees are not checked again.
 */
export function loadModel(bytes: Uint8Array, digest?: Sha256 | Digest, isChecked = false): Model {
  const { text, tensors } = readSafetensors(bytes, digest);
  const saved = new SavedValue(parseJson(text), tensors, 'model', isChecked);
  const format = saved.get('format').integer(1, 1e9);
  if (format < oldestFormat)
    throw new ModelFileError(
      `the model has format ${format}, which does not say how its cells are read; this program reads format ${oldestFormat} on: train it again`,
    );
  if (format > formatVersion)
    throw new ModelFileError(`the model has format ${format}; this program reads up to ${formatVersion}`);
  const forecast = saved.get('forecast');
  if (forecast.isNull) return createModel(loadState(saved));
  return createForecastModel(loadForecast(forecast, loadDescription(saved.get('description'))));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelFileError('the model is not JSON');
  }
}

function loadState(saved: SavedValue): TrainedState {
  const description = loadDescription(saved.get('description'));
  const outputs = description.classes?.length ?? 1;
  if (outputs < 1 || (description.task === 'regression') !== (description.classes === null)) saved.fail('consistent');
  const profiles = saved.get('profiles').list().map(profileFrom);
  const beyond = saved.get('beyond');
  return {
    description,
    profiles,
    ...loadPart(saved, profiles, description.classes),
    ...(!saved.get('heldOut').isNull && {
      heldOut: loadHeldOut(saved.get('heldOut'), description.classes?.length ?? 0),
    }),
    targetProfile: profileFrom(saved.get('targetProfile')),
    ...(!beyond.isNull && {
      beyond: beyond.list(10).map((part) => ({
        realm: loadRealm(part.get('realm')),
        ...loadPart(part, profiles, description.classes),
      })),
    }),
  };
}

/** Loads what answers rows of one kind. */
function loadPart(
  saved: SavedValue,
  profiles: readonly ColumnProfile[],
  classes: readonly unknown[] | null,
): Omit<BeyondState, 'realm'> {
  const outputs = classes?.length ?? 1;
  const featureCount = saved.get('featureCount').integer(0, 1_000_000);
  const encoders = saved
    .get('encoders')
    .list()
    .map((placed) => {
      const input = placed.get('input').integer(0, profiles.length - 1);
      const encoder = loadEncoder(placed.get('encoder'), profiles[input].name, input);
      return { input, encoder, slot: placed.get('slot').integer(0, featureCount - encoder.features.length) };
    });
  return {
    encoders,
    featureCount,
    reference: loadReferenceRows(saved.get('reference'), featureCount),
    ...(!saved.get('typical').isNull && { typical: saved.get('typical').doubles(outputs) }),
    incomplete: saved.get('incomplete').isNull
      ? null
      : loadIncomplete(saved.get('incomplete'), featureCount, profiles.length, classes?.length ?? 0),
    members: loadMembers(saved.get('members'), featureCount, outputs),
    finish: loadFinish(saved.get('finish'), featureCount, outputs),
  };
}

function loadFinish(saved: SavedValue, featureCount: number, classCount: number): TrainedState['finish'] {
  const kind = saved.get('kind').oneOf(['bounds', 'calibration', 'none']);
  if (kind === 'none') return { kind };
  const known = saved.get('known');
  const rows = known.isNull ? null : loadKnownRows(known.get('rows'), featureCount);
  if (kind === 'calibration') {
    const ofKnown = rows && { known: { ...loadClassFinish(known, featureCount, classCount), rows } };
    return { kind, ...loadClassFinish(saved, featureCount, classCount), ...ofKnown };
  }
  const ofKnown = rows && { known: { fitted: loadBounds(known, featureCount), rows } };
  return { kind, fitted: loadBounds(saved, featureCount), support: loadSupport(saved.get('support')), ...ofKnown };
}

function loadClassFinish(saved: SavedValue, featureCount: number, classCount: number) {
  const calibration = loadCalibration(saved.get('calibration'), classCount);
  const parts = loadClassParts(saved.get('parts'), classCount);
  if (parts && parts.slot >= featureCount) saved.fail('a slot of a feature');
  return { calibration, parts };
}
