import type { Spelling } from './read-words.ts';

/** What a guard must know of an engine's SQL. */
export interface Grammar extends Spelling {
  /** Functions beyond the common ones: they only compute from their arguments, in bounded space. */
  functions: ReadonlySet<string>;
  /** Functions that stand for a table in FROM, and read none. */
  tableFunctions: ReadonlySet<string>;
  /** How the engine reads a name: without quotes, and with them. */
  fold(name: string, isQuoted: boolean): string;
  /** Further words that are no names without quotes. */
  refused?: ReadonlySet<string>;
  /** Whether a name after IN means a table: where it stands bare, or also in parentheses. */
  inReadsTables?: 'bare' | 'anywhere';
  /** Signs that begin a statement in the same text. */
  refusedSigns?: string;
  /** Whether a quoted name holds schema and table, with a dot between. */
  quotedPaths?: boolean;
}
