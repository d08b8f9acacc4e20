import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber, quantileOfSorted } from '../report/numbers.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { startSibyl, waitForModel } from '../service/sibyl.ts';
import { type Completion, judgeCompletion, type Outcome, outcomes, type SampleQuestion } from './judge.ts';

export const smallModelsBenchmark: Benchmark = {
  summary:
    'What users are told by an agent over the sample whose language model is small and often wrong, with and without what guards them. The model is served by any server of the OpenAI protocol, or run by the service itself from a GGUF file beside its library.',
  usage:
    '--url <base URL> --model <name> | --gguf <file> [--questions 100] [--tokens 96] [--ways before,mark,require,fallback,first]',
  run: measureSmallModel,
};

/** What is switched on, by the name of the way. */
const ways: Readonly<Record<string, object>> = {
  before: { grounding: 'off', builtin: 'off' },
  mark: { grounding: 'mark', builtin: 'off' },
  require: { grounding: 'require', builtin: 'off' },
  fallback: { grounding: 'require', builtin: 'fallback' },
  first: { grounding: 'require', builtin: 'first' },
};

interface Asked {
  outcome: Outcome;
  milliseconds: number;
}

async function measureSmallModel(options: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const known = { url: text, model: text, gguf: text, questions: text, tokens: text, ways: text };
  const { values } = parseArgs({ args: options, options: known });
  const { tokens = '96', ways: chosen = Object.keys(ways).join(',') } = values;
  const { language, environment } = languageOf(values);
  const count = readInteger('--questions', values.questions ?? '100', 1, 150);
  console.log(describeRun('small-models', options, []));
  const sibyl = await startSibyl({
    dataDirectory: join(makeScratchFolder(), 'sibyl'),
    environment: { SIBYL_SAMPLE: '1', SIBYL_LOG_LEVEL: 'warn', ...environment },
  });
  const project = `${sibyl.base}/api/projects/default`;
  await waitForModel(sibyl, `${project}/models/home_rentals_model`);
  const questions = readSampleQuestions().slice(0, count);
  const asked = new Map<string, Asked[]>();
  for (const way of chosen.split(',')) {
    const params = { ...ways[way], max_output_tokens: readInteger('--tokens', tokens, 16, 4096) };
    const agent = { name: way, model: language, skills: ['homes', 'rents', 'handbook'], params };
    await post(`${project}/agents`, agent);
    asked.set(way, await askAll(project, way, questions));
    report(asked);
  }
}

/** The language model of the agent, and what the service must know of it. */
function languageOf({ url, model, gguf }: { url?: string; model?: string; gguf?: string }): {
  language: object;
  environment: Record<string, string>;
} {
  if (gguf !== undefined)
    return {
      language: { provider: 'llama_cpp', model_name: basename(gguf) },
      environment: { SIBYL_GGUF_FOLDER: dirname(resolve(gguf)), SIBYL_GGUF_THREADS: '1' },
    };
  if (!url || !model) throw new Error('small-models needs --url <base URL> and --model <name>, or --gguf <file>');
  return { language: { provider: 'openai_compatible', model_name: model, base_url: url }, environment: {} };
}

/** Questions of one turn from the sets that the builtin answerer is tested by, in turn from each. */
function readSampleQuestions(): SampleQuestion[] {
  const folder = join(import.meta.dirname, '../../../server/test/questions');
  const sets = ['first-half', 'second-half', 'third-set'].map((name) => {
    const all = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as SampleQuestion[];
    return all.filter(({ ask }) => ask.length === 1);
  });
  const longest = Math.max(...sets.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => sets.flatMap((set) => set.slice(at, at + 1))).flat();
}

async function askAll(project: string, agent: string, questions: readonly SampleQuestion[]): Promise<Asked[]> {
  const all: Asked[] = [];
  for (const question of questions) {
    const truth = question.sql ? await post<{ rows: object[] }>(`${project}/query`, { sql: question.sql }) : undefined;
    const started = performance.now();
    const body = { messages: [{ role: 'user', content: question.ask[0] }] };
    const answer = await post<Completion>(`${project}/agents/${agent}/completions`, body).catch(() => undefined);
    const outcome = judgeCompletion(
      question,
      answer,
      truth?.rows.map((row) => Object.values(row)),
    );
    all.push({ outcome, milliseconds: performance.now() - started });
    console.log(
      `${agent}: ${outcome}: ${question.ask[0]} -> ${answer?.message.content.slice(0, 160).replace(/\s+/g, ' ')}`,
    );
  }
  return all;
}

async function post<Result>(url: string, body: object): Promise<Result> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Result;
}

function report(asked: ReadonlyMap<string, readonly Asked[]>): void {
  const rows = [...asked].map(([way, all]) => {
    const counts = outcomes.map((outcome) => String(all.filter((one) => one.outcome === outcome).length));
    const times = all.map(({ milliseconds }) => milliseconds / 1000).sort((one, other) => one - other);
    return [
      way,
      String(all.length),
      ...counts,
      ...[0.5, 0.9].map((part) => formatNumber(quantileOfSorted(times, part))),
    ];
  });
  console.log(renderTable(['way', 'asked', ...outcomes, 'p50 s', 'p90 s'], rows));
  const guarded = [...asked].filter(([way]) => way !== 'before').flatMap(([, all]) => all);
  const wrong = guarded.filter(({ outcome }) => outcome === 'wrong, told as sure').length;
  console.log(
    tellGoals([{ what: 'wrong and told as sure, guarded', measured: wrong, bound: 'at most', goal: 0, unit: '' }]),
  );
}
