/** Notes on how a column is read. */
export interface ReadingNote {
  code:
    | 'ambiguous_numbers'
    | 'ambiguous_dates'
    | 'mixed_units'
    | 'words_as_missing'
    | 'words_kept'
    | 'almost_numbers'
    | 'almost_dates'
    | 'maybe_dates'
    | 'maybe_missing'
    | 'far_value'
    | 'read_as_codes'
    | 'trailing_minus'
    | 'short_years'
    | 'read_from_other_columns'
    | 'read_as_hours'
    | 'read_as_seconds'
    | 'read_as_shares'
    | 'read_as_powers'
    | 'read_as_times'
    | 'read_as_text'
    | 'time_guessed'
    | 'digits_lost'
    | 'read_as_limits';
  detail: string;
  /** Examples of the cells. */
  cells?: readonly string[];
}

export function note(code: ReadingNote['code'], detail: string): ReadingNote {
  return { code, detail };
}

export function nameSome(words: readonly string[]): string {
  const named = words.slice(0, 3).map((word) => `"${word.slice(0, 40)}"`);
  return words.length > 3 ? `${named.join(', ')} and ${words.length - 3} more` : named.join(', ');
}

export function countCells(rows: number): string {
  return rows === 1 ? '1 cell' : `${rows} cells`;
}
