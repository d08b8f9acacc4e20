import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { provideEnvironment } from '../../../server/test/python.ts';
import type { SampleQuestion } from './judge.ts';

export const realTables = ['cars', 'weather'] as const;
type RealTable = (typeof realTables)[number];

/** A question, and the data that it is about: the sample, or one of two tables that people know. */
export interface PlacedQuestion extends SampleQuestion {
  about: 'sample' | RealTable;
}

/** Returns the files of Vega's datasets from PyPI, whole. */
export function readRealTables(): Record<RealTable, { type: string; body: Buffer<ArrayBuffer> }> {
  const python = provideEnvironment('sibyl-vega-datasets', ['--no-deps', 'vega_datasets==0.9.0']);
  const [folder] = globSync(join(dirname(python), '../lib/python3*/site-packages/vega_datasets/_data'));
  const read = (file: string, type: string) => ({ type, body: Buffer.from(readFileSync(join(folder, file))) });
  return { cars: read('cars.json', 'application/json'), weather: read('seattle-weather.csv', 'text/csv') };
}

const perSet = 20;

/**
 * Returns questions of one turn. Of five, three come from the sets that the builtin answerer was made by, one from each,
 * and one from each of the real tables, which it was not made by.
 */
export function readQuestions(count: number): PlacedQuestion[] {
  const file = join(import.meta.dirname, 'real-tables.json');
  const real = JSON.parse(readFileSync(file, 'utf8')) as Record<RealTable, SampleQuestion[]>;
  const sets = [
    ...['first-half', 'second-half', 'third-set'].map((name) => placed(readSample(name), 'sample')),
    ...realTables.map((about) => placed(real[about], about)),
  ];
  return Array.from({ length: perSet }, (_, at) => sets.map((set) => set[Math.floor((at * set.length) / perSet)]))
    .flat()
    .slice(0, count);
}

function readSample(name: string): SampleQuestion[] {
  const file = join(import.meta.dirname, '../../../server/test/questions', `${name}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as SampleQuestion[]).filter(({ ask }) => ask.length === 1);
}

function placed(questions: readonly SampleQuestion[], about: PlacedQuestion['about']): PlacedQuestion[] {
  return questions.map((question) => ({ ...question, about }));
}
