/** What went wrong with a table, or is worth a look. */
export const kinds = {
  refused: 'import refused',
  lost: 'rows, columns or cells differ from pandas, and no warning says so',
  broke: 'training broke off',
  fault: 'answered with 5xx',
  odd: 'predict or describe did not answer as it must',
  named: 'training refused with a reason',
  look: 'read differently from pandas, to look at',
} as const;

export type Kind = keyof typeof kinds;

/** The kinds that must not occur. */
export const failures: readonly Kind[] = ['refused', 'lost', 'broke', 'fault', 'odd'];

export interface Finding {
  kind: Kind;
  what: string;
}
