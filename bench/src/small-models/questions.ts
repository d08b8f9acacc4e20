import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { provideEnvironment } from '../../../server/test/python.ts';
import type { SampleQuestion } from './judge.ts';

export const realTables = ['cars', 'weather'] as const;
type RealTable = (typeof realTables)[number];

/** Tables of R's packages, which only the ordinary questions are about. */
export const ordinaryTables = ['penguins', 'salaries'] as const;
export type OrdinaryTable = (typeof ordinaryTables)[number];

/** A question, and the data that it is about: the sample, or one of four tables that people know. */
export interface PlacedQuestion extends SampleQuestion {
  about: 'sample' | RealTable | OrdinaryTable;
}

export interface TableFile {
  type: string;
  body: string | Buffer<ArrayBuffer>;
}

/** Returns the files of Vega's datasets from PyPI, whole. */
export function readRealTables(): Record<RealTable, TableFile> {
  const python = provideEnvironment('sibyl-vega-datasets', ['--no-deps', 'vega_datasets==0.9.0']);
  const [folder] = globSync(join(dirname(python), '../lib/python3*/site-packages/vega_datasets/_data'));
  const read = (file: string, type: string) => ({ type, body: Buffer.from(readFileSync(join(folder, file))) });
  return { cars: read('cars.json', 'application/json'), weather: read('seattle-weather.csv', 'text/csv') };
}

const perSet = 20;

/**
 * Returns the first hundred questions, each of one turn. Of five, three come from the sets that the builtin answerer was
 * made by, one from each, and one from each of the real tables, which it was not made by.
 */
export function readQuestions(count: number): PlacedQuestion[] {
  const real = readJson(join(import.meta.dirname, 'real-tables.json')) as Record<RealTable, SampleQuestion[]>;
  const sets = [
    ...['first-half', 'second-half', 'third-set'].map((name) => placed(readSample(name), 'sample')),
    ...realTables.map((about) => placed(real[about], about)),
  ];
  return Array.from({ length: perSet }, (_, at) => sets.map((set) => set[Math.floor((at * set.length) / perSet)]))
    .flat()
    .slice(0, count);
}

/**
 * Returns the second hundred, of kinds that people ask beside: greetings, follow-ups, other languages, nonsense, what
 * cannot be known. `pandas` are expressions over the table `df`.
 */
export function readOrdinaryQuestions(count: number): OrdinaryQuestion[] {
  return (readJson(join(import.meta.dirname, 'ordinary.json')) as OrdinaryQuestion[]).slice(0, count);
}

export type OrdinaryQuestion = PlacedQuestion & { pandas?: string };

function readSample(name: string): SampleQuestion[] {
  const file = join(import.meta.dirname, '../../../server/test/questions', `${name}.json`);
  return (readJson(file) as SampleQuestion[]).filter(({ ask }) => ask.length === 1);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function placed(questions: readonly SampleQuestion[], about: PlacedQuestion['about']): PlacedQuestion[] {
  return questions.map((question) => ({ ...question, about }));
}
