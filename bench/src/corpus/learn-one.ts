/** Learns one table of the corpus and prints one JSON line: figures of the held-out rows, seconds, microseconds a row. Its answers to them go to a file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { readCsv } from '../accuracy/csv.ts';
import { measureFold } from '../accuracy/figures.ts';
import { type FoldResult, runFold } from '../accuracy/fold.ts';
import { countProcessorTime } from '../process/processor-time.ts';

const [path, options = '{}', answers] = process.argv.slice(2);
const table = readCsv(readFileSync(path, 'utf8'));
const target = table.columns.find(({ name }) => name === 'y');
const isNumber = target?.type === 'text' && target.dictionary.every((cell) => !Number.isNaN(Number(cell)));
const request = { target: 'y', ...(isNumber && { task: 'regression' as const }), ...JSON.parse(options) };
const bench = { name: path, request, metric: 'auc', load: () => table } as const;
countProcessorTime();
const before = process.cpuUsage();
const result = await runFold(bench, table, 5, 4);
const { user, system } = process.cpuUsage(before);
const { description } = result.model;
const { auc, log_loss, r2_score } = measureFold(result);
if (answers) writeFileSync(answers, JSON.stringify(answersOf(result)));
console.log(
  JSON.stringify({
    task: description.task,
    auc,
    log_loss,
    r2_score,
    said: description.accuracies,
    seconds: description.trainingSeconds,
    processor: (user + system) / 1e6,
    microseconds: result.microsecondsPerRow,
    scheme: description.validation?.scheme,
    candidates: description.candidates,
  }),
);

function answersOf({ model, truth, predictions: { probabilities, values } }: FoldResult) {
  const { classes } = model.description;
  const width = classes?.length ?? 1;
  const rows = Array.from(values, (value, row) =>
    probabilities ? Array.from(probabilities.subarray(row * width, (row + 1) * width)) : value,
  );
  return { classes, found: rows, truth: Array.from(truth) };
}
