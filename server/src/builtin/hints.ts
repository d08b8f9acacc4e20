import { setImmediate as giveWay } from 'node:timers/promises';
import { holdsRowNumbers } from '../questions/words/row-numbers.ts';
import { stemOf, stemsOfName } from '../questions/words/tokens.ts';
import { type ColumnSummary, type Grounding, isNumeric, type TableSummary } from './grounding.ts';
import { planLastQuestion } from './plan.ts';
import { ofKind, type Surroundings, tablesOf } from './surroundings.ts';
import { wordsOfName } from './words/tokens.ts';

/** What to tell somebody who asked what cannot be answered. */
export interface Hints {
  /** Questions that can be answered. */
  examples: string[];
  /** For each word, columns and values that are written like it. */
  near: string[][];
  /** Words that name a table, a column or a value: it is the question that is not understood. */
  known: string[];
}

const mostExamples = 3;
const mostNear = 3;
/** Maximum example questions that are tried: each is interpreted like a real one. */
const mostTried = 6;
const mostTables = 8;
const mostColumns = 60;
const mostNames = 5000;
/** Values of a column that tells kinds of rows. */
const mostLabels = 40;

/** Finds examples and near names, each example in a turn of its own; of many tables and columns among the first. */
export async function giveHints(words: readonly string[], told: Surroundings): Promise<Hints> {
  const surroundings = { ...told, groundings: told.groundings.map(firstOf) };
  const names = namesIn(surroundings);
  const near = words.map((word) => nearNames(word, names));
  const stems = new Set(names.flatMap(({ name }) => stemsOfName(name)));
  const known = words.filter((word) => /^\d/.test(word) || stems.has(stemOf(word)));
  const questions = [...predictionExamples(surroundings).slice(0, 1), ...tableExamples(surroundings)];
  const examples: string[] = [];
  for (const question of questions.slice(0, mostTried)) {
    if (examples.length === mostExamples) break;
    await giveWay();
    if (['read', 'predict'].includes(planLastQuestion([question], surroundings).kind)) examples.push(question);
  }
  return { examples, near, known };
}

function firstOf<Kind extends Grounding>(one: Kind): Kind {
  if (one.kind !== 'sql') return one;
  const narrow = (table: TableSummary) =>
    table.columns.length <= mostColumns ? table : { ...table, columns: table.columns.slice(0, mostColumns) };
  return { ...one, tables: one.tables.slice(0, mostTables).map(narrow) };
}

/** Says a name of a table or column as people do. */
export function spoken(name: string): string {
  return wordsOfName(name).join(' ');
}

/** Addresses and flags make no question that anybody would ask. */
function tableExamples(surroundings: Surroundings): string[] {
  return tablesOf(surroundings).flatMap(({ name, columns }) => {
    const labels = columns.filter((column) => column.type === 'text' && isLabel(column));
    const numbers = columns
      .filter((column) => isNumeric(column) && column.distinct !== 2 && !holdsRowNumbers(column.name))
      .reverse();
    const averages = numbers
      .slice(0, 2)
      .flatMap((number) =>
        labels.slice(0, 2).map((label) => `What is the average ${spoken(number.name)} by ${spoken(label.name)}?`),
      );
    const counts = labels.map((label) => `How many ${spoken(name)} have ${spoken(label.name)} ${label.values?.[0]}?`);
    return [
      ...averages.slice(0, 1),
      ...counts.slice(0, 1),
      ...averages.slice(1, 2),
      `How many ${spoken(name)} are there?`,
    ];
  });
}

function isLabel({ values = [] }: ColumnSummary): boolean {
  return values.length > 1 && values.length <= mostLabels;
}

function predictionExamples(surroundings: Surroundings): string[] {
  return ofKind(surroundings, 'predict')
    .flatMap(({ models }) => models)
    .map(({ target, inputs }) => {
      const told = inputs.filter((column) => isNumeric(column) || isLabel(column));
      const given = (told.length > 1 ? told : inputs).flatMap(({ name, values, max }) => {
        const value = values?.[0] ?? max;
        return value === null || value === undefined ? [] : [`${spoken(name)} ${value}`];
      });
      return `Predict the ${spoken(target)} for ${given.slice(0, 2).join(' and ')}`;
    });
}

interface Named {
  /** What it is called, and how it is told. */
  name: string;
  label: string;
}

function namesIn(surroundings: Surroundings): Named[] {
  const all = tablesOf(surroundings).flatMap(({ name: table, columns }) => [
    { name: table, label: `table ${table}` },
    ...columns.flatMap(({ name, values = [] }) => [
      { name, label: `column ${name}` },
      ...values.map((value) => ({ name: String(value), label: `${name} ${String(value)}` })),
    ]),
  ]);
  return all.slice(0, mostNames);
}

/** Returns names that share most of their letters with a word. */
function nearNames(word: string, named: readonly Named[]): string[] {
  const pairs = pairsOf(word);
  const near = named
    .map(({ label, name }) => ({ label, likeness: likeness(pairs, pairsOf(name)) }))
    .filter((one) => one.likeness >= leastLikeness);
  return near
    .sort((left, right) => right.likeness - left.likeness)
    .slice(0, mostNear)
    .map(({ label }) => label);
}

const leastLikeness = 0.45;

/** Dice's coefficient of letter pairs. */
function likeness(first: ReadonlySet<string>, second: ReadonlySet<string>): number {
  const shared = first.intersection(second).size;
  return (2 * shared) / Math.max(1, first.size + second.size);
}

function pairsOf(text: string): Set<string> {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}
