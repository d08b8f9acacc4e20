import type { TreePlan } from '@sibyl/engine/elsewhere/tree-plan.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { TrainProgress, TrainRequest } from '@sibyl/engine/train.ts';
import type { LimitFigure } from '../../../errors.ts';
import type { LimitHit } from '../../../platform/journal/limit-hits.ts';

/** What to train. Paths are local files. */
export interface TrainingRequest {
  snapshotPath: string;
  artefactPath: string;
  request: TrainRequest;
}

/** Rows to encode for a cluster, into files of a local folder. */
export interface EncodingRequest extends Pick<TrainingRequest, 'snapshotPath' | 'request'> {
  folder: string;
}

/** Trees of a cluster, as XGBoost saved them, to make a model of. */
export interface CompletionRequest extends TrainingRequest {
  treesPath: string;
  secondsBefore: number;
}

/** What a worker reports: its progress, or a file that it finished. */
export type Report = StageProgress | { part: string };

/** Progress of a training; `rounds` where a cluster boosts. */
export interface StageProgress extends TrainProgress {
  rounds?: number;
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

/** A refused table is a result, not an error. */
interface Refusal {
  refusal: string;
}

/** The result of a training. */
export type TrainingOutcome = { description: ModelDescription } | Refusal;

export type EncodingOutcome = { plan: TreePlan } | Refusal;
