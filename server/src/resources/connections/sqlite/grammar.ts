import type { Grammar } from '../words/grammar.ts';
import { allowedFunctions } from './allowed-functions.ts';

/** Decides which tables are named; SQLite's own parser then decides on all else. */
export const grammar: Grammar = {
  nameQuotes: '"`',
  textQuotes: "'",
  backslashes: false,
  fold: (name) => name,
  inReadsTables: 'bare',
  functions: new Set([...allowedFunctions, 'glob', 'total']),
  tableFunctions: new Set(['json_each', 'json_tree']),
};
