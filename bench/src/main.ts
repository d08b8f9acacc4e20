/** Runs one benchmark: `npm run bench -- <name> [options]`. */
import { accuracyBenchmark } from './accuracy/benchmark.ts';
import { boundsBenchmark } from './bounds/benchmark.ts';
import { budgetBenchmark } from './budget/benchmark.ts';
import { cellsBenchmark } from './cells/benchmark.ts';
import { chatbotsBenchmark } from './chatbots/benchmark.ts';
import { completionsBenchmark } from './completions/benchmark.ts';
import { corpusBenchmark } from './corpus/benchmark.ts';
import { eventsBenchmark } from './events/benchmark.ts';
import { explanationsBenchmark } from './explanations/benchmark.ts';
import { figuresBenchmark } from './figures/benchmark.ts';
import { forecastBenchmark } from './forecast/benchmark.ts';
import { fuzzBenchmark } from './fuzz/benchmark.ts';
import { importancesBenchmark } from './importances/benchmark.ts';
import { incompleteBenchmark } from './incomplete/benchmark.ts';
import { isolationBenchmark } from './isolation/benchmark.ts';
import { languagesBenchmark } from './languages/benchmark.ts';
import { migrateBenchmark } from './migrate/benchmark.ts';
import { newcomerBenchmark } from './newcomer/benchmark.ts';
import { nodesBenchmark } from './nodes/benchmark.ts';
import { noisyBenchmark } from './noisy/benchmark.ts';
import { predictBenchmark } from './predict/benchmark.ts';
import { priorBenchmark } from './prior/benchmark.ts';
import { cleanUpOnExit } from './process/cleanup.ts';
import { questionsBenchmark } from './questions/benchmark.ts';
import { rayBenchmark } from './ray/benchmark.ts';
import { readerBenchmark } from './reader/benchmark.ts';
import type { Benchmark } from './report/benchmark.ts';
import { toldGoals } from './report/goal.ts';
import { keepGoals } from './report/history.ts';
import { scaleBenchmark } from './scale/benchmark.ts';
import { scoreBenchmark } from './score/benchmark.ts';
import { smallModelsBenchmark } from './small-models/benchmark.ts';
import { stallsBenchmark } from './stalls/benchmark.ts';
import { tablesBenchmark } from './tables/benchmark.ts';
import { trainBenchmark } from './train/benchmark.ts';
import { uploadBenchmark } from './upload/benchmark.ts';
import { watchedBenchmark } from './watched/benchmark.ts';

const benchmarks: Record<string, Benchmark> = {
  predict: predictBenchmark,
  questions: questionsBenchmark,
  reader: readerBenchmark,
  train: trainBenchmark,
  scale: scaleBenchmark,
  ray: rayBenchmark,
  score: scoreBenchmark,
  incomplete: incompleteBenchmark,
  accuracy: accuracyBenchmark,
  corpus: corpusBenchmark,
  prior: priorBenchmark,
  budget: budgetBenchmark,
  bounds: boundsBenchmark,
  explanations: explanationsBenchmark,
  importances: importancesBenchmark,
  figures: figuresBenchmark,
  forecast: forecastBenchmark,
  upload: uploadBenchmark,
  cells: cellsBenchmark,
  tables: tablesBenchmark,
  chatbots: chatbotsBenchmark,
  fuzz: fuzzBenchmark,
  stalls: stallsBenchmark,
  isolation: isolationBenchmark,
  events: eventsBenchmark,
  completions: completionsBenchmark,
  'small-models': smallModelsBenchmark,
  languages: languagesBenchmark,
  migrate: migrateBenchmark,
  nodes: nodesBenchmark,
  noisy: noisyBenchmark,
  newcomer: newcomerBenchmark,
  watched: watchedBenchmark,
};

function listBenchmarks(): string {
  const lines = Object.entries(benchmarks).map(([name, { summary, usage }]) => `  ${name} ${usage}\n      ${summary}`);
  return `npm run bench -- <name> [options], where <name> is one of:\n${lines.join('\n')}`;
}

const [name = '', ...options] = process.argv.slice(2);
const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (!benchmark) {
  console.error(listBenchmarks());
  process.exit(2);
}
cleanUpOnExit();
try {
  await benchmark.run(options);
  if (toldGoals.length > 0) keepGoals(name, options, toldGoals);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
// Exits explicitly, because open handles must not keep the process alive; exiting runs the clean-up.
process.exit();
