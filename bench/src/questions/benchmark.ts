import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber, quantileOfSorted } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import { startSibyl } from '../service/sibyl.ts';
import { askDocuments, type DocumentQuestion, reportDocuments } from './documents.ts';
import { judgeAnswer, namesItsWord, type Verdict } from './judge.ts';
import { questionsToMillion, writeMillion } from './million.ts';
import { conversationOf, type Question, readLines, readQuestions } from './question.ts';

export const questionsBenchmark: Benchmark = {
  summary:
    'What a keyless agent answers of questions to tables: a folder of CSV files for each set, and lines of JSON {id, table, question, expected, also?, after?, kind?}. `sealed.tar.gz` beside the benchmark holds such folders with 210 questions: who mends the reader does not read them. Or to a folder of documents: {id, document, question, passage, also?}, with the vectors of a server where one is named.',
  usage:
    '--tables <folder of folders> --questions <folder of .jsonl> [--glossary <folder of NAME.json>] [--out <file>] | --million | --documents <folder> --questions <file> [--embedding <base URL> --model <name>] [--out <file>]',
  run: askQuestions,
};

const verdicts = ['right', 'in doubt, right', 'in doubt, wrong', 'refused', 'asked back', 'wrong'] as const;

interface Judged extends Question {
  answer: string;
  verdict: Verdict;
  milliseconds: number;
}

async function askQuestions(options: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const known = {
    tables: text,
    documents: text,
    questions: text,
    glossary: text,
    out: text,
    embedding: text,
    model: text,
  };
  const million = { type: 'boolean' } as const;
  const { values } = parseArgs({ args: options, options: { ...known, million } });
  if (values.million) return askMillion(options);
  const { tables, documents, questions, glossary, out, embedding, model } = values;
  if ((!tables && !documents) || !questions)
    throw new Error('questions needs --tables <folder> or --documents <folder>, and --questions <folder or file>');
  console.log(describeRun('questions', options, []));
  const environment = { SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'warn' };
  const { base } = await startSibyl({ dataDirectory: join(makeScratchFolder(), 'sibyl'), environment });
  if (documents) {
    const set = readLines<DocumentQuestion>(questions);
    const vectors = embedding ? { base_url: embedding, model_name: model ?? 'default' } : undefined;
    const asked = await askDocuments(base, { documents, questions: set, embedding: vectors });
    if (out) keepLines(out, asked);
    return reportDocuments(asked);
  }
  const all: Judged[] = [];
  for (const file of readdirSync(questions).filter((name) => name.endsWith('.jsonl'))) {
    const set = readQuestions(join(questions, file));
    const name = set[0]?.table ?? '';
    const agent = await makeAgent(base, name, join(tables ?? '', name));
    if (glossary) await teach(base, name, join(glossary, `${name}.json`));
    all.push(...(await askSet(agent, set)));
  }
  if (out) keepLines(out, all);
  report(all);
}

function keepLines(path: string, all: readonly object[]): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, all.map((one) => `${JSON.stringify(one)}\n`).join(''));
}

/** How long answers take over a table of a million rows. */
async function askMillion(options: string[]): Promise<void> {
  console.log(describeRun('questions', options, []));
  const scratch = makeScratchFolder();
  const folder = join(scratch, 'million');
  mkdirSync(folder);
  await writeMillion(join(folder, 'sales.csv'));
  const environment = { SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'warn' };
  const { base } = await startSibyl({ dataDirectory: join(scratch, 'sibyl'), environment });
  const agent = await makeAgent(base, 'million', folder);
  const [first, ...rest] = await askSet(
    agent,
    questionsToMillion().map((question, at) => ({ id: `${at}`, table: 'sales', question, expected: null })),
  );
  const times = rest.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  const quantiles = [0.5, 0.9, 0.99].map((part) => formatNumber(quantileOfSorted(times, part)));
  console.log(
    `first after the upload ${formatNumber(first.milliseconds)} ms; p50, p90, p99 ${quantiles.join(', ')} ms`,
  );
  const refused = rest.filter(({ answer }) => answer.startsWith('I cannot')).length;
  const p99 = quantileOfSorted(times, 0.99);
  console.log(
    tellGoals([
      { what: 'p99 of an answer', measured: p99, bound: 'at most', goal: goals.million, unit: ' ms' },
      { what: 'refused', measured: refused, bound: 'at most', goal: 0, unit: '' },
    ]),
  );
}

/** Uploads the CSV files of a folder and returns the address of an agent over them. */
async function makeAgent(base: string, name: string, folder: string): Promise<string> {
  const project = `${base}/api/projects/${name}`;
  await send(`${base}/api/projects`, 'application/json', JSON.stringify({ name }));
  const files = readdirSync(folder).filter((file) => file.endsWith('.csv'));
  for (const file of files)
    await send(`${project}/tables?name=${file.slice(0, -4)}`, 'text/csv', readFileSync(join(folder, file)));
  const data = { tables: files.map((file) => file.slice(0, -4)) };
  await send(`${project}/agents`, 'application/json', JSON.stringify({ name: 'desk', data }));
  return `${project}/agents/desk/completions`;
}

/** Teaches an agent's tables the words of their owner: a file with an array of entries. Without a file nothing. */
async function teach(base: string, name: string, file: string): Promise<void> {
  if (!existsSync(file)) return console.log(`${name}: no glossary in ${file}`);
  const entries: object[] = JSON.parse(readFileSync(file, 'utf8'));
  const skill = `${base}/api/projects/${name}/skills/desk_tables`;
  await send(`${skill}/glossary`, 'application/json', JSON.stringify({ glossary: entries }));
  console.log(`${name}: ${entries.length} entries taught`);
}

async function askSet(agent: string, set: readonly Question[]): Promise<Judged[]> {
  const byId = new Map(set.map((question) => [question.id, question]));
  const judged: Judged[] = [];
  for (const question of set) {
    let answer = '';
    let conversation: string | undefined;
    const started = performance.now();
    for (const turn of conversationOf(question, byId)) {
      const body = { messages: [{ role: 'user', content: turn.question }], conversation_id: conversation };
      const answered = await send(agent, 'application/json', JSON.stringify(body));
      answer = answered.message?.content ?? '';
      conversation = answered.conversation_id;
    }
    const milliseconds = performance.now() - started;
    judged.push({ ...question, answer, verdict: judgeAnswer(question, answer), milliseconds });
  }
  return judged;
}

interface Answered {
  message?: { content: string };
  conversation_id?: string;
}

async function send(url: string, type: string, body: string | Buffer): Promise<Answered> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body: new Blob([body]) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answered;
}

const goals = { right: 65, wrong: 3, million: 150 };

function report(all: readonly Judged[]): void {
  const rowOf = (name: string, some: readonly Judged[]) => {
    const counts = verdicts.map((verdict) => some.filter((one) => one.verdict === verdict).length);
    return [name, String(some.length), ...counts.map(String)];
  };
  const sets = [...Map.groupBy(all, ({ table }) => table)].map(([name, some]) => rowOf(name, some));
  console.log(renderTable(['set', 'questions', ...verdicts], [...sets, rowOf('all', all)]));
  const times = all.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  console.log(
    `\np50 ${formatNumber(quantileOfSorted(times, 0.5))} ms, p99 ${formatNumber(quantileOfSorted(times, 0.99))} ms\n`,
  );
  const refused = all.filter(({ verdict }) => verdict === 'refused');
  const naming = refused.filter(({ question, answer }) => namesItsWord(question, answer)).length;
  console.log(`${naming} of ${refused.length} refusals of answerable questions name a word of the question\n`);
  const percent = (verdict: Verdict) => (100 * all.filter((one) => one.verdict === verdict).length) / all.length;
  const reached: Goal[] = [
    { what: 'right', measured: percent('right'), bound: 'at least', goal: goals.right, unit: ' %' },
    { what: 'wrong', measured: percent('wrong'), bound: 'at most', goal: goals.wrong, unit: ' %' },
  ];
  console.log(tellGoals(reached));
}
