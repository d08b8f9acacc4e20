import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import { startSibyl } from '../service/sibyl.ts';

export const languagesBenchmark: Benchmark = {
  summary:
    'Recall@5 of knowledge bases in German, French, Spanish and English, and of mixed ones, also asked in another language than that of the document, by words, by meaning and by both. The questions share few words with the documents; others have their words in other forms.',
  usage: '--embedding <base URL of the OpenAI protocol> --model <name>',
  run: measureLanguages,
};

const languages = ['de', 'fr', 'es', 'en'] as const;
type Language = (typeof languages)[number];
/** In each language a sentence of the house rules, and a question about it in other words. */
type Fact = Record<Language, [fact: string, question: string]>;

/** How the words of a base are compared; one of several languages has the default. */
const analyses: Record<string, string> = { de: 'german', fr: 'french', es: 'spanish' };
/** For each fact a question in its own words, of other number, gender or tense, some without accents. */
type Inflected = Partial<Record<Language, string[]>>;

const methods = ['lexical', 'semantic', 'hybrid'] as const;
const wanted = 80;

interface Embedding {
  status: string;
  embedded_chunks: number;
  error: string | null;
}

interface Asked {
  question: string;
  /** Name of the document that answers. */
  answer: string;
}

async function measureLanguages(options: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: options, options: { embedding: text, model: text } });
  const { embedding: base_url, model: model_name } = values;
  if (!base_url || !model_name) throw new Error('languages needs --embedding <base URL> and --model <name>');
  console.log(describeRun('languages', options, []));
  const facts = readJson<Fact[]>('facts.json');
  const inflected = readJson<Inflected>('inflected-questions.json');
  const sibyl = await startSibyl({
    dataDirectory: join(makeScratchFolder(), 'sibyl'),
    environment: { SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'warn' },
  });
  await send('POST', `${sibyl.base}/api/projects`, { name: 'house' });
  const bases = `${sibyl.base}/api/projects/house/knowledge_bases`;
  const rows: string[][] = [];
  const merged: number[] = [];
  for (const [name, { documents, asked }] of Object.entries(setsOf(facts))) {
    const embedding = { provider: 'openai_compatible', base_url, model_name };
    await send('POST', bases, { name, embedding, language: analyses[name] });
    const seconds = await fill(`${bases}/${name}`, documents);
    const recalls = [];
    for (const method of methods) recalls.push(await recallOf(`${bases}/${name}`, method, asked));
    const questions = inflected[name as Language]?.map((question, at) => ({ question, answer: `${at}.txt` }));
    const ofInflected = questions ? formatNumber(await recallOf(`${bases}/${name}`, 'lexical', questions, 1)) : '';
    merged.push(recalls[2]);
    rows.push([
      name,
      String(asked.length),
      ...recalls.map(formatNumber),
      ofInflected,
      formatNumber((1000 * seconds) / documents.length),
    ]);
  }
  const heads = methods.map((name) => `${name} %`);
  console.log(renderTable(['documents', 'questions', ...heads, 'first, inflected %', 'ms a passage'], rows));
  console.log(
    tellGoals(
      rows.map(([name], at) => ({
        what: `recall@5, ${name}`,
        measured: merged[at],
        bound: 'at least',
        goal: wanted,
        unit: ' %',
      })),
    ),
  );
}

function readJson<Content>(name: string): Content {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as Content;
}

/** A base for each language, and one in which languages take turns: asked in the document's language, and in the others. */
function setsOf(facts: readonly Fact[]): Record<string, { documents: string[]; asked: Asked[] }> {
  const own = languages.map((language) => {
    const documents = facts.map((fact) => fact[language][0]);
    const asked = facts.map((fact, at) => ({ question: fact[language][1], answer: `${at}.txt` }));
    return [language, { documents, asked }] as const;
  });
  const of = (at: number) => languages[at % languages.length];
  const documents = facts.map((fact, at) => fact[of(at)][0]);
  const askedIn = (isOwn: boolean) =>
    facts.flatMap((fact, at) =>
      languages
        .filter((one) => (one === of(at)) === isOwn)
        .map((one) => ({ question: fact[one][1], answer: `${at}.txt` })),
    );
  return {
    ...Object.fromEntries(own),
    mixed: { documents, asked: askedIn(true) },
    across: { documents, asked: askedIn(false) },
  };
}

/** Returns the seconds until every passage has its vector. */
async function fill(base: string, documents: readonly string[]): Promise<number> {
  const started = performance.now();
  for (const [at, body] of documents.entries()) {
    const headers = { 'content-type': 'text/plain' };
    const answer = await fetch(`${base}/documents?name=${at}.txt`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${base} answered ${answer.status}: ${await answer.text()}`);
  }
  for (;;) {
    const { embedding } = await send<{ embedding: Embedding }>('GET', base);
    if (embedding.status === 'complete' && embedding.embedded_chunks >= documents.length) break;
    if (embedding.status === 'failed') throw new Error(`vectors: ${embedding.error}`);
    await delay(50);
  }
  return (performance.now() - started) / 1000;
}

async function recallOf(base: string, method: string, asked: readonly Asked[], limit = 5): Promise<number> {
  let found = 0;
  for (const { question: query, answer } of asked) {
    const { passages } = await send<{ passages: { source: string }[] }>('POST', `${base}/search`, {
      query,
      method,
      limit,
    });
    if (passages.some(({ source }) => source === answer)) found += 1;
  }
  return (100 * found) / asked.length;
}

async function send<Result>(method: string, url: string, body?: object): Promise<Result> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Result;
}
