import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import writeExcelFile, { type SheetData } from 'write-excel-file/node';
import { median } from '../report/numbers.ts';
import { drawSales, germanQuestions, germanReport, plainFile, sheetOf } from './report-file.ts';

/** A way from an own file to the first own prediction. */
export interface Way {
  name: string;
  /** What a newcomer types, in the folder of the files; `npm start` goes on in the background. */
  commands: readonly string[];
  /** Writes the files of the newcomer. */
  prepare(folder: string): Promise<void> | void;
  /** Reads the predictions that the last command left. */
  read(folder: string): number[];
}

const noise = 0.08;
const past = drawSales(1200, 11, noise);
const asked = drawSales(40, 12, 0);

const cli = (words: string) => `npm run -s --prefix "$CLONE" sibyl -- ${words}`;

const pythonProgram = `import csv, json, os, sibyl

client = sibyl.Client(os.environ["SIBYL_URL"])
model = client.train("bericht.csv", target="Umsatz", progress=False)
rows = list(csv.DictReader(open("neu.csv", encoding="cp1252"), delimiter=";"))
json.dump([answer["prediction"] for answer in model.predict(rows)], open("answers.json", "w"))
`;

export const ways: readonly Way[] = [
  {
    name: 'a German report',
    commands: [cli('train "$PWD/bericht.csv" --target Umsatz'), cli('predict bericht "$PWD/neu.csv" > answers.csv')],
    prepare: writeGerman,
    read: (folder) => readColumn(join(folder, 'answers.csv'), ';', 'Umsatz', (text) => Number(text.replace(',', '.'))),
  },
  {
    name: 'an .xlsx',
    commands: [
      cli('train "$PWD/bericht.xlsx" --target Umsatz'),
      cli('predict bericht "$PWD/neu.xlsx" --format csv > answers.csv'),
    ],
    async prepare(folder) {
      await writeExcelFile(sheetOf(past, true) as SheetData).toFile(join(folder, 'bericht.xlsx'));
      await writeExcelFile(sheetOf(asked, false) as SheetData).toFile(join(folder, 'neu.xlsx'));
    },
    read: (folder) => readColumn(join(folder, 'answers.csv'), ',', 'Umsatz', Number),
  },
  {
    name: 'Python',
    commands: ['npm start --prefix "$CLONE"', '"$PYTHON" first.py'],
    prepare(folder) {
      writeGerman(folder);
      writeFileSync(join(folder, 'first.py'), pythonProgram);
    },
    read: (folder) => JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8')),
  },
  {
    name: 'the command line, beside a service',
    commands: [
      'npm start --prefix "$CLONE"',
      cli('train "$PWD/sales.csv" --target revenue --url "$SIBYL_URL"'),
      cli('predict sales "$PWD/new.csv" --url "$SIBYL_URL" > answers.csv'),
    ],
    prepare(folder) {
      writeFileSync(join(folder, 'sales.csv'), plainFile(past, true));
      writeFileSync(join(folder, 'new.csv'), plainFile(asked, false));
    },
    read: (folder) => readColumn(join(folder, 'answers.csv'), ',', 'revenue', Number),
  },
];

function writeGerman(folder: string): void {
  writeFileSync(join(folder, 'bericht.csv'), germanReport(past));
  writeFileSync(join(folder, 'neu.csv'), germanQuestions(asked));
}

function readColumn(path: string, delimiter: string, name: string, parse: (text: string) => number): number[] {
  const [head, ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const index = head.split(delimiter).indexOf(name);
  return lines.map((line) => parse(line.split(delimiter)[index]));
}

/** Returns the median distance of predictions from the truth without noise, as a share of it. */
export function medianError(predicted: readonly number[]): number {
  if (predicted.length !== asked.length) throw new Error(`${predicted.length} of ${asked.length} rows were predicted.`);
  return median(asked.map(({ revenue }, index) => Math.abs(predicted[index] - revenue) / revenue));
}
