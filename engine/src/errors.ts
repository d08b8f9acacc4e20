/** Why a table or a request is refused. */
export type TrainingErrorCode =
  | 'target_not_found'
  | 'target_empty'
  | 'target_constant'
  | 'target_kind'
  | 'target_size'
  | 'task_mismatch'
  | 'too_few_rows'
  | 'too_many_classes'
  | 'column_not_found'
  | 'no_inputs'
  | 'unknown_metric'
  | 'times_unreadable'
  | 'times_repeated'
  | 'times_irregular'
  | 'group_missing'
  | 'too_many_groups'
  | 'bad_horizon'
  | 'bad_window'
  | 'bad_input'
  | 'bad_holidays'
  | 'bad_budget'
  | 'bad_quality'
  | 'bad_seed'
  | 'bad_validation';

/** The table cannot be learned from. `message` is one sentence that the owner of the table can act on. */
export class TrainingError extends Error {
  readonly code: TrainingErrorCode;
  readonly column: string | undefined;

  constructor(code: TrainingErrorCode, message: string, column?: string) {
    super(message);
    this.name = 'TrainingError';
    this.code = code;
    this.column = column;
  }
}
