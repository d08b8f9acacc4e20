import type { Finish } from '../answers/answerer.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import type { WeightedModel } from '../composites/blend.ts';
import type { PlacedEncoder } from '../encoding/frame.ts';
import type { IncompleteAnswers } from '../incomplete-rows/incomplete-answers.ts';
import type { HeldOut, ModelDescription } from '../model.ts';
import type { ReferenceRows } from '../reference-rows/reference-rows.ts';
import type { Realm } from '../validation/realm.ts';

/** The fitted state of a model: all that predicting needs. */
export interface TrainedState {
  description: ModelDescription;
  /** The input columns, and the encoders that read them. */
  profiles: readonly ColumnProfile[];
  encoders: readonly PlacedEncoder[];
  featureCount: number;
  targetProfile: ColumnProfile;
  /** Background of explanations, and donors for incomplete rows. */
  reference: ReferenceRows;
  /** The mean prediction over all training rows for each output; absent from older files and imported models. */
  typical?: Float64Array;
  /** Null for imported models, whose training is unknown. */
  incomplete: IncompleteAnswers | null;
  /** Absent for imported models, and in files of older programs. */
  heldOut?: HeldOut;
  members: readonly WeightedModel[];
  finish: Finish;
  /** What answers rows of other kinds; absent where all rows are answered alike. */
  beyond?: readonly BeyondState[];
}

/** What answers rows of one other kind, from the same inputs. */
export interface BeyondState
  extends Pick<
    TrainedState,
    'encoders' | 'featureCount' | 'reference' | 'typical' | 'incomplete' | 'members' | 'finish'
  > {
  realm: Realm;
}
