import type { Finish } from '../answers/answerer.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import type { WeightedPart } from '../composites/blend.ts';
import type { PlacedEncoder } from '../encoding/frame.ts';
import type { IncompleteAnswers } from '../incomplete-rows/incomplete-answers.ts';
import type { ModelDescription } from '../model.ts';
import type { ReferenceRows } from '../reference-rows/reference-rows.ts';

/** All that predicting needs, fitted. */
export interface TrainedState {
  description: ModelDescription;
  /** The input columns, and the encoders that read them. */
  profiles: readonly ColumnProfile[];
  encoders: readonly PlacedEncoder[];
  featureCount: number;
  targetProfile: ColumnProfile;
  /** What explanations compare with, and donors for incomplete rows. */
  reference: ReferenceRows;
  /** The mean answer over all training rows, one an output; absent from files of older programs and imported models. */
  typical?: Float64Array;
  /** Null where nobody knows what training knew: a model of another library, or of an older format. */
  incomplete: IncompleteAnswers | null;
  members: readonly WeightedPart[];
  finish: Finish;
}
