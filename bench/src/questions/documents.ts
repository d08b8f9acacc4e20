import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Goal, tellGoals } from '../report/goal.ts';
import { renderTable } from '../report/table.ts';
import { isQuoted } from './is-quoted.ts';

/** A question to documents, as a line of JSON tells it. */
export interface DocumentQuestion {
  id: string;
  question: string;
  /** File that answers it; null where none does. */
  document: string | null;
  /** Text of the document that answers, or `refuse`. */
  passage: string;
  /** Other texts that answer. */
  also?: readonly string[];
}

const kinds = ['quoted as the answer', 'quoted as closest', 'not quoted', 'wrong'] as const;
type Kind = (typeof kinds)[number];

interface Asked extends DocumentQuestion {
  answer: string;
  kind: Kind;
  isFound: boolean;
}

export interface DocumentSet {
  /** Folder of documents. */
  documents: string;
  questions: readonly DocumentQuestion[];
  /** Address of a server with OpenAI's protocol for embeddings, and the name of its model. */
  embedding?: { base_url: string; model_name: string };
}

/** Asks a keyless agent over a folder of documents; returns what it answered. */
export async function askDocuments(base: string, set: DocumentSet): Promise<Asked[]> {
  const project = `${base}/api/projects/documents`;
  const knowledge = `${project}/knowledge_bases/shelf`;
  await post(`${base}/api/projects`, { name: 'documents' });
  const embedding = set.embedding && { provider: 'openai_compatible', ...set.embedding };
  await post(`${project}/knowledge_bases`, { name: 'shelf', ...(embedding ? { embedding } : {}) });
  for (const file of readdirSync(set.documents).sort()) await upload(knowledge, file, join(set.documents, file));
  if (embedding) await embedded(knowledge);
  await post(`${project}/agents`, { name: 'desk', data: { knowledge_bases: ['shelf'] } });
  const asked: Asked[] = [];
  for (const one of set.questions) {
    const messages = [{ role: 'user', content: one.question }];
    const { message } = await post<Completion>(`${project}/agents/desk/completions`, { messages });
    const { passages } = await post<Found>(`${knowledge}/search`, { query: one.question, limit: 5 });
    const isFound = passages.some(({ source, text }) => source === one.document && isQuoted(one, text));
    asked.push({ ...one, answer: message.content, kind: kindOf(one, message.content), isFound });
  }
  return asked;
}

interface Completion {
  message: { content: string };
}

interface Found {
  passages: { source: string; text: string }[];
}

function kindOf(question: DocumentQuestion, answer: string): Kind {
  const isRefusal = answer.startsWith('I cannot answer');
  const isThere = question.document !== null && isQuoted(question, answer);
  if (isRefusal) return isThere ? 'quoted as closest' : 'not quoted';
  return isThere ? 'quoted as the answer' : 'wrong';
}

const types: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.html': 'text/html',
  '.md': 'text/markdown',
};

async function upload(knowledge: string, name: string, path: string): Promise<void> {
  const type = types[extname(name)] ?? 'text/plain';
  const body = new Blob([readFileSync(path)]);
  const url = `${knowledge}/documents?name=${encodeURIComponent(name)}`;
  await read(await fetch(url, { method: 'POST', headers: { 'content-type': type }, body }));
}

async function embedded(knowledge: string): Promise<void> {
  for (;;) {
    const { embedding } = await read<{ embedding: { status: string; error: string | null } }>(await fetch(knowledge));
    if (embedding.status === 'complete') return;
    if (embedding.status !== 'running') throw new Error(`vectors: ${embedding.error}`);
    await delay(500);
  }
}

async function post<Answer>(url: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return read(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function read<Answer>(answer: Response): Promise<Answer> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

const goals = { found: 90, quoted: 60, wrong: 5 };

export function reportDocuments(all: readonly Asked[]): void {
  const answerable = all.filter(({ document }) => document !== null);
  const rowOf = (name: string, some: readonly Asked[]) => [
    name,
    String(some.length),
    ...kinds.map((kind) => String(some.filter((one) => one.kind === kind).length)),
  ];
  const unanswerable = all.filter(({ document }) => document === null);
  console.log(
    renderTable(['questions', 'number', ...kinds], [rowOf('answerable', answerable), rowOf('not so', unanswerable)]),
  );
  const percent = (part: readonly unknown[], of: readonly unknown[]) => (100 * part.length) / Math.max(1, of.length);
  const found = answerable.filter(({ isFound }) => isFound);
  const quoted = answerable.filter(({ kind }) => kind === 'quoted as the answer');
  const wrong = all.filter(({ kind }) => kind === 'wrong');
  const reached: Goal[] = [
    { what: 'recall@5', measured: percent(found, answerable), bound: 'at least', goal: goals.found, unit: ' %' },
    { what: 'quoted', measured: percent(quoted, answerable), bound: 'at least', goal: goals.quoted, unit: ' %' },
    { what: 'wrong', measured: percent(wrong, all), bound: 'at most', goal: goals.wrong, unit: ' %' },
  ];
  console.log(tellGoals(reached));
}
