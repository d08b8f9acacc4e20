import type { Predictions } from '@sibyl/engine/model.ts';
import { mostFaults, ServiceError } from '../../../errors.ts';
import { escapePointer } from '../../../http/reply/input-faults.ts';
import { refuseFaults } from './predict-request.ts';

/** Refuses a row without a finite prediction: an imported model can give one far from its training data. */
export function refuseEndless({ values, unfolding, count }: Predictions, pointerOf: (row: number) => string): void {
  for (let answer = 0; answer < count; answer += 1) {
    if (Number.isFinite(values[answer])) continue;
    const pointer = pointerOf(unfolding ? unfolding.askedRows[answer] : answer);
    const detail = 'is answered with no finite number by the model; leave out the cells that are far from all others';
    throw new ServiceError('prediction_not_finite', `The row ${detail}.`, {
      errors: [{ pointer, code: 'not_finite', detail }],
    });
  }
}

/** Refuses rows that lack what training knew, where the caller wants no guess. */
export function refuseMissing({ unknown }: Predictions, pointerOf: (index: number) => string): void {
  const faults = [...(unknown ?? [])].flatMap(([index, { inputs, unseen }]) => {
    const refused = new Set([...inputs, ...Object.keys(unseen)]);
    return Array.from(refused, (column) => ({
      pointer: `${pointerOf(index)}/${escapePointer(column)}`,
      ...(Object.hasOwn(unseen, column)
        ? {
            code: 'unseen_value',
            detail: `must be a category that training saw, got ${JSON.stringify(unseen[column])}`,
          }
        : { code: 'missing', detail: 'must be given: `params.missing` is `refuse`' }),
    }));
  });
  refuseFaults(faults.slice(0, mostFaults));
}
