import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { TrainRequest } from '@sibyl/engine/train.ts';
import type { LimitFigure } from '../../../errors.ts';
import type { LimitHit } from '../../../platform/journal/limit-hits.ts';

/** What is to be trained. Paths are local files. */
export interface TrainingRequest {
  snapshotPath: string;
  artefactPath: string;
  request: TrainRequest;
}

/** The table cannot be learned from, or not within the limits. The message is for its user. */
export class TrainingRefused extends Error {
  /** The limit that it went beyond; undefined when something else is the matter. */
  readonly limit: LimitFigure | undefined;

  /** What the limit is told of by. */
  readonly code: LimitHit['code'];

  constructor(message: string, limit?: LimitFigure, code: LimitHit['code'] = 'training_memory_limit') {
    super(message);
    this.limit = limit;
    this.code = code;
  }
}

/** What comes of a training. That a table cannot be learned from is for its user to know, no error. */
export type TrainingOutcome = { description: ModelDescription } | { refusal: string };
