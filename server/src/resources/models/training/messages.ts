import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { TrainRequest } from '@sibyl/engine/train.ts';
import type { LimitFigure } from '../../../errors.ts';
import type { LimitHit } from '../../../platform/journal/limit-hits.ts';

/** What to train. Paths are local files. */
export interface TrainingRequest {
  snapshotPath: string;
  artefactPath: string;
  request: TrainRequest;
}

/** The table cannot be learned from, or not within the limits. The message is for the user. */
export class TrainingRefused extends Error {
  /** The exceeded limit; undefined for other reasons. */
  readonly limit: LimitFigure | undefined;

  /** The code under which the limit hit is recorded. */
  readonly code: LimitHit['code'];

  constructor(message: string, limit?: LimitFigure, code: LimitHit['code'] = 'training_memory_limit') {
    super(message);
    this.limit = limit;
    this.code = code;
  }
}

/** The result of a training. A refused table is a result, not an error. */
export type TrainingOutcome = { description: ModelDescription } | { refusal: string };
