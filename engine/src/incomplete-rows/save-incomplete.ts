import { loadCalibration } from '../bounds/calibration.ts';
import { loadBounds, saveBounds } from '../bounds/save-bounds.ts';
import { loadFittedModel } from '../composites/load-fitted-model.ts';
import type { SavedValue } from '../model-file/reader.ts';
import type { TensorWriter } from '../model-file/tensors.ts';
import type { IncompleteAnswers } from './incomplete-answers.ts';
import { loadReach, saveReach } from './pattern-reach.ts';
import { widenedWidth } from './widened.ts';

export function saveIncomplete(answers: IncompleteAnswers, tensors: TensorWriter): Record<string, unknown> {
  const { gaps, donorCount, nearness, correction, share, usualError, finish } = answers;
  return {
    gaps: {
      oftenMissing: tensors.add(gaps.oftenMissing),
      oftenUnseen: tensors.add(gaps.oftenUnseen),
      usualCount: gaps.usualCount,
    },
    inputWeights: tensors.add(answers.inputWeights),
    donorCount,
    nearness,
    correction: correction.save(tensors),
    share,
    usualError,
    finish:
      finish.kind === 'bounds'
        ? { kind: finish.kind, ...saveBounds(finish.fitted, tensors), reach: saveReach(finish.reach, tensors) }
        : finish,
  };
}

/** `width` is that of an encoded row. */
export function loadIncomplete(
  saved: SavedValue,
  width: number,
  inputCount: number,
  classCount: number,
): IncompleteAnswers {
  const outputs = Math.max(1, classCount);
  const wide = widenedWidth(width, inputCount, outputs);
  const flags = (name: string) => saved.get('gaps').get(name).integers(Uint8Array, 0, 1, inputCount);
  return {
    gaps: {
      oftenMissing: flags('oftenMissing'),
      oftenUnseen: flags('oftenUnseen'),
      usualCount: saved.get('gaps').get('usualCount').integer(0, inputCount),
    },
    inputWeights: saved.get('inputWeights').doubles(inputCount),
    donorCount: saved.get('donorCount').integer(1, 1000),
    // In files of older programs all donors count the same.
    nearness: saved.get('nearness').isNull ? 0 : saved.get('nearness').number(0, 100),
    correction: loadFittedModel(saved.get('correction'), wide, outputs),
    share: saved.get('share').number(0, 1),
    usualError: saved.get('usualError').number(0),
    finish: loadFinish(saved.get('finish'), wide, inputCount, classCount),
  };
}

function loadFinish(
  saved: SavedValue,
  wide: number,
  inputCount: number,
  classCount: number,
): IncompleteAnswers['finish'] {
  const kind = saved.get('kind').oneOf(classCount === 0 ? (['bounds'] as const) : (['calibrations'] as const));
  if (kind === 'bounds') {
    return { kind, fitted: loadBounds(saved, wide), reach: loadReach(saved.get('reach'), inputCount) };
  }
  const calibrations = saved
    .get('calibrations')
    .list(100)
    .map((calibration) => loadCalibration(calibration, classCount));
  return calibrations.length > 0 ? { kind, calibrations } : saved.fail('an object with at least one calibration');
}
