import type { Field } from '../columns/fields.ts';
import { buildFrame } from '../encoding/frame.ts';
import { validationRows } from '../learners/make-splits.ts';
import type { Deadlines } from '../training/deadlines.ts';
import { encodeByTarget } from '../training/encode-inputs.ts';
import { foldInTime } from '../training/fold-in-time.ts';
import type { Training } from '../training/prepare.ts';
import { chosen, type Selection } from '../training/selection.ts';
import { hiddenBy } from '../validation/realm.ts';

/** The kind that is tried beside those that won, because it hangs on no single value. */
const plainKinds = ['ridge', 'logistic regression'];

/**
 * Returns the training for the rows of one plan beyond those of the table: its rows are held out as the plan says, a
 * column whose new values are asked for is empty, and only the kinds of models that won are tried.
 */
export async function prepareBeyond(
  training: Training,
  selection: Selection,
  place: number,
  deadlines: Deadlines,
): Promise<Training> {
  const { inputs, frame, request, settings, monitor: told, validation: usual } = training;
  const { realm, validation } = usual.beyond[place];
  const hidden = hiddenBy(realm);
  const fields = inputs.fields.map((field) => (field.profile.name === hidden ? emptied(field) : field));
  const monitor = told.silent();
  const bare = buildFrame(fields, frame.labels, []);
  const encoded = await encodeByTarget(bare, validation, deadlines.texts, monitor);
  const { threads } = training.splits[0];
  const circumstances = { deadline: deadlines.search, ...(threads && { threads }), pause: monitor.pause };
  const { splits, shortening, folds } = await foldInTime(encoded, validation, settings.seed, circumstances, true);
  return {
    ...training,
    request: { ...request, candidates: [...chosen(selection).map(([{ name }]) => name), ...plainKinds] },
    inputs: { ...inputs, fields },
    frame: encoded,
    settings: { ...settings, ...folds },
    validation,
    splits,
    shortening,
    rows: validationRows(splits),
    deadlines,
    monitor,
  };
}

/** Returns the field without any cell, as it is for a value that training never saw. */
function emptied(field: Field): Field {
  return field.type === 'numeric'
    ? { ...field, values: field.values.map(() => Number.NaN) }
    : { ...field, codes: field.codes.map(() => -1) };
}
