import { ServiceError } from '../../../errors.ts';
import type { Question } from '../engine.ts';
import { allowedFunctions, clauseWords, refusedWords, wordsBeforeParentheses } from './allowed-words.ts';
import type { Grammar } from './grammar.ts';
import { isNameLike, isSign, isWord, readWords, refused, type Word } from './read-words.ts';
import { matchParentheses, requireValues } from './require-values.ts';

const setWords = ['union', 'except', 'intersect'];

/** What is inside of one pair of parentheses. */
interface Level {
  kind: 'query' | 'call' | 'plain';
  hasSelect: boolean;
  inFrom: boolean;
  /** The next word is a table. */
  wantsTable: boolean;
  /** Names that a WITH of this level defined. */
  ctes: Set<string>;
  /** Inside of WITH, before the SELECT: whether it is recursive. */
  with?: { recursive: boolean };
  /** The name that becomes visible when the parenthesis closes. */
  defines?: string;
  ignoredFrom: boolean;
}

/**
 * Proves, word by word, that a text is one SELECT over the tables, with functions from a list. It is stricter than any
 * engine: what it does not understand is refused.
 * @throws ServiceError `query_refused`, `query_failed`
 */
export function guardWords({ sql, tables }: Question, ownSchema: string, grammar: Grammar): void {
  const words = readWords(sql, grammar);
  while (words.at(-1)?.text === ';' && words.at(-1)?.kind === 'sign') words.pop();
  if (words.length === 0) throw new ServiceError('query_failed', 'The text is empty; a query is exactly one SELECT.');
  new Guard(words, { tables, ownSchema, grammar }).judge();
}

interface Allowed {
  tables: Question['tables'];
  ownSchema: string;
  grammar: Grammar;
}

class Guard {
  readonly #words: readonly Word[];
  readonly #allowed: Allowed;
  readonly #levels: Level[] = [newLevel('query')];
  /** Where each parenthesis closes. */
  readonly #closes: ReadonlyMap<number, number>;
  readonly #tables: ReadonlySet<string>;
  #at = 0;

  constructor(words: readonly Word[], allowed: Allowed) {
    this.#words = words;
    this.#allowed = allowed;
    this.#closes = matchParentheses(words);
    this.#tables = new Set(allowed.tables.map(({ schema, name }) => pathOf(schema, name)));
  }

  judge(): void {
    const first = this.#words[0];
    if (!isSign(first, '(') && !isWord(first, 'select', 'with'))
      throw refused('Only a SELECT may be sent; it reads and changes nothing.');
    for (this.#at = 0; this.#at < this.#words.length; this.#at += 1) this.#judgeWord(this.#words[this.#at]);
    if (this.#level.wantsTable) throw refused('After FROM stands the name of a table.');
    if (this.#levels.length !== 1) throw new ServiceError('query_failed', 'The SQL cannot be read: a ( has no end.');
  }

  get #level(): Level {
    return this.#levels[this.#levels.length - 1];
  }

  #peek(distance: number): Word | undefined {
    return this.#words[this.#at + distance];
  }

  #judgeWord(word: Word): void {
    if (word.kind === 'sign') this.#judgeSign(word.text);
    else if (word.kind === 'name') this.#judgeName(word);
    else if (word.kind === 'quoted') this.#judgeQuoted(word);
    else if (this.#level.wantsTable) throw refused(`After FROM stands the name of a table, not ${word.text}.`);
  }

  #judgeSign(sign: string): void {
    if (sign === ';') throw refused('The text has several statements; a query is exactly one SELECT.');
    if (sign === '(') this.#open();
    else if (sign === ')') this.#close();
    else if (sign === ',' && this.#level.inFrom) this.#level.wantsTable = true;
    else if (this.#level.wantsTable) throw refused(`After FROM stands the name of a table, not ${sign}.`);
    else this.#judgeSigns();
  }

  #judgeSigns(): void {
    const { refusedSigns: refusedOnes } = this.#allowed.grammar;
    if (refusedOnes === undefined) return;
    const last = this.#words.slice(Math.max(0, this.#at + 1 - refusedOnes.length), this.#at + 1);
    if (last.every(({ kind }) => kind === 'sign') && last.map(({ text }) => text).join('') === refusedOnes)
      throw refused(`The signs ${refusedOnes} are not allowed; a query is exactly one SELECT.`);
  }

  #open(): void {
    const before = this.#peek(-1);
    const { wantsTable } = this.#level;
    const isCall = before?.kind === 'name' && !isWord(before, ...wordsBeforeParentheses);
    if (before?.kind === 'quoted' || isCall) this.#judgeCall(before as Word);
    if (this.#allowed.grammar.inReadsTables === 'anywhere' && isWord(before, 'in'))
      requireValues(this.#words, this.#at, this.#closes);
    const inner = newLevel(isCall ? 'call' : 'plain');
    // A parenthesis in FROM holds a query, or tables that are joined.
    if (wantsTable) Object.assign(inner, { kind: 'query', inFrom: true, wantsTable: true });
    this.#level.wantsTable = false;
    if (isWord(before, 'as') && this.#level.with) inner.defines = this.#definedName();
    this.#levels.push(inner);
  }

  /** A name before a parenthesis is a function from the list, or has a list of new names of columns. */
  #judgeCall(name: Word): void {
    if (this.#listsNames()) return;
    const { functions, tableFunctions } = this.#allowed.grammar;
    const called = name.text.toLowerCase();
    const isQualified = name.kind === 'quoted' || isSign(this.#peek(-2), '.');
    if (isQualified || ![allowedFunctions, functions, tableFunctions].some((known) => known.has(called)))
      throw refused(`The function ${name.text} is not allowed.`);
  }

  /** `WITH t (a, b) AS (…)` and `… AS t (a, b)`. */
  #listsNames(): boolean {
    let end = this.#at;
    do {
      const name = this.#words[end + 1];
      if (name === undefined || !isNameLike(name)) return false;
      end += 2;
    } while (isSign(this.#words[end], ','));
    if (!isSign(this.#words[end], ')')) return false;
    const isNewTable = this.#level.with !== undefined && isWord(this.#words[end + 1], 'as');
    return isNewTable || (isWord(this.#peek(-2), 'as') && this.#level.inFrom);
  }

  /** The name before `AS (`, or before the list of its columns. */
  #definedName(): string {
    let index = this.#at - 2;
    if (isSign(this.#words[index], ')')) {
      while (index >= 0 && !isSign(this.#words[index], '(')) index -= 1;
      index -= 1;
    }
    const name = this.#words[index];
    if (name === undefined || !isNameLike(name)) throw refused('WITH needs a name before AS.');
    const defined = this.#allowed.grammar.fold(name.text, name.kind === 'quoted');
    if (this.#level.with?.recursive) this.#level.ctes.add(defined);
    return defined;
  }

  #close(): void {
    const closed = this.#levels.pop();
    if (this.#levels.length === 0 || closed === undefined)
      throw new ServiceError('query_failed', 'The SQL cannot be read: a ) has no beginning.');
    if (closed.wantsTable) throw refused('After FROM stands the name of a table.');
    if (closed.defines !== undefined) this.#level.ctes.add(closed.defines);
  }

  #judgeQuoted(word: Word): void {
    if (this.#level.wantsTable) this.#judgeTable(word);
  }

  #judgeName(word: Word): void {
    const text = word.text.toLowerCase();
    const level = this.#level;
    if (isSign(this.#peek(1), '(') && !isWord(word, ...wordsBeforeParentheses)) {
      if (level.wantsTable) this.#judgeTableFunction(text);
      return; // the parenthesis judges it
    }
    if (text === 'in' && this.#allowed.grammar.inReadsTables && !isSign(this.#peek(1), '('))
      throw refused('After IN stand values or a SELECT in parentheses.');
    if (clauseWords.has(text)) this.#judgeClause(text, level);
    else if (this.#isRefused(text)) throw refused(`The word ${word.text} is not allowed; quote it if it is a name.`);
    else if (level.wantsTable && text !== 'lateral') this.#judgeTable(word);
  }

  #isRefused(word: string): boolean {
    if (word === 'for') return this.#level.kind !== 'call'; // substring(a FROM 1 FOR 2)
    return refusedWords.has(word) || this.#allowed.grammar.refused?.has(word) === true;
  }

  #judgeTableFunction(name: string): void {
    if (!this.#allowed.grammar.tableFunctions.has(name))
      throw refused(`The function ${name} is not allowed in FROM; name a table.`);
    this.#level.wantsTable = false;
  }

  #judgeClause(word: string, level: Level): void {
    const before = this.#peek(-1);
    if (isWord(before, 'as') || isSign(before, '.'))
      throw refused(`The word ${word} is not allowed as a name; quote it.`);
    if (level.wantsTable && !(word === 'select' || word === 'with' || word === 'values'))
      throw refused(`After FROM stands the name of a table, not ${word}.`);
    if (word === 'from') this.#judgeFrom(level);
    else if (word === 'join' || word === 'straight_join') Object.assign(level, { inFrom: true, wantsTable: true });
    else if (word === 'with') this.#judgeWith(level);
    else if (word === 'values') this.#judgeValues(level);
    else if (word === 'select') this.#judgeSelect(level);
    else this.#judgeEnd(word, level);
  }

  /** Some engines take these words as names; what follows them shows that this one does not. */
  #judgeEnd(word: string, level: Level): void {
    const next = this.#peek(1);
    const isSet = setWords.includes(word);
    if (isSet && !isSign(next, '(') && !isWord(next, 'select', 'all', 'distinct', 'with'))
      throw refused(`After ${word} stands a SELECT; quote the word if it is a name.`);
    if ((word === 'group' || word === 'order') && !isSign(next, '(') && !isWord(next, 'by'))
      throw refused(`After ${word} stands BY; quote the word if it is a name.`);
    level.inFrom = false;
  }

  /** A second SELECT of a level follows UNION and the like. */
  #judgeSelect(level: Level): void {
    const before = isWord(this.#peek(-1), 'all', 'distinct') ? this.#peek(-2) : this.#peek(-1);
    if (level.ignoredFrom || (level.hasSelect && !isWord(before, ...setWords)))
      throw refused('A SELECT stands where none is understood.');
    Object.assign(level, { kind: 'query', hasSelect: true, inFrom: false, wantsTable: false, with: undefined });
  }

  /** `extract(year from d)` and `a IS DISTINCT FROM b` read no table. */
  #judgeFrom(level: Level): void {
    const [before, earlier] = [this.#peek(-1), this.#peek(-2)];
    if (isWord(before, 'distinct') && isWord(earlier, 'is', 'not')) return;
    if (level.hasSelect) Object.assign(level, { inFrom: true, wantsTable: true });
    else if (level.kind === 'call' && !isSign(before, '(')) level.ignoredFrom = true;
    else throw refused('A FROM stands where none is understood; begin with SELECT.');
  }

  #judgeWith(level: Level): void {
    if (isWord(this.#peek(1), 'time', 'ordinality', 'offset', 'ties', 'rollup')) return;
    if (level.hasSelect) throw refused('A WITH stands where none is understood.');
    Object.assign(level, { inFrom: false, wantsTable: false });
    level.with = { recursive: isWord(this.#peek(1), 'recursive') };
  }

  /** Only at the beginning of parentheses; elsewhere it may be a name. */
  #judgeValues(level: Level): void {
    if (!isSign(this.#peek(-1), '(') || !isSign(this.#peek(1), '('))
      throw refused('VALUES stands at the beginning of parentheses, or its name is quoted.');
    Object.assign(level, { inFrom: false, wantsTable: false });
  }

  /** Reads `table` or `schema.table`, and finds it among those that may be read. */
  #judgeTable(first: Word): void {
    const { grammar, ownSchema } = this.#allowed;
    const fold = ({ text, kind }: Word) => grammar.fold(text, kind === 'quoted');
    const parts = [fold(first)];
    while (isSign(this.#peek(1), '.')) {
      const next = this.#peek(2);
      if (next === undefined || !isNameLike(next)) throw refused('A name of a table ends with a dot.');
      parts.push(fold(next));
      this.#at += 2;
    }
    if (isSign(this.#peek(1), '(') && !this.#listsNamesOf())
      throw refused(`The function ${parts.join('.')} is not allowed in FROM.`);
    this.#level.wantsTable = false;
    if (parts.length === 1 && this.#isDefined(parts[0])) return;
    const path = grammar.quotedPaths ? parts.flatMap((part) => part.split('.')) : parts;
    this.#requireTable(path.length === 1 ? [ownSchema, ...path] : path, path.join('.'));
  }

  #listsNamesOf(): boolean {
    this.#at += 1;
    const lists = this.#listsNames();
    this.#at -= 1;
    return lists;
  }

  #isDefined(name: string): boolean {
    return this.#levels.some(({ ctes }) => ctes.has(name));
  }

  #requireTable(path: readonly string[], written: string): void {
    const { tables, ownSchema } = this.#allowed;
    const [schema, name, ...more] = path;
    if (more.length === 0 && this.#tables.has(pathOf(schema, name))) return;
    const listed = tables.map((table) => (table.schema === ownSchema ? table.name : `${table.schema}.${table.name}`));
    const shown = listed.slice(0, 20).join(', ') || 'none';
    throw refused(`There is no table "${written}" to be read; there are: ${shown}.`);
  }
}

/** No name holds a NUL character. */
function pathOf(schema: string, name: string): string {
  return `${schema}\0${name}`;
}

function newLevel(kind: Level['kind']): Level {
  return { kind, hasSelect: false, inFrom: false, wantsTable: false, ctes: new Set(), ignoredFrom: false };
}
