import type { Steps } from '../report/steps.ts';
import { type Completion, judgeCompletion } from './judge.ts';
import type { PlacedQuestion } from './questions.ts';
import type { Asked } from './report.ts';

/** A question with what is right: rows, or undefined where no SQL says it. */
export type Truthful = PlacedQuestion & { truth: unknown[][] | undefined };

/** Asks each question of the agent of its data, one after another; what `steps` knows already is not asked again. */
export async function askAll(
  project: string,
  way: string,
  questions: readonly Truthful[],
  steps: Steps,
  look: () => void,
): Promise<Asked[]> {
  const all: Asked[] = [];
  for (const question of questions) {
    const name = `${way}: ${question.about}: ${question.ask.join(' / ')}`;
    const asked = await steps.take(name, () => askOne(`${project}/agents/${way}_${question.about}`, question));
    look();
    console.log(`${way}: ${asked.outcome}: ${question.ask.join(' / ')} -> ${asked.told.slice(0, 200)}`);
    all.push(asked);
  }
  return all;
}

async function askOne(agent: string, { truth, ...question }: Truthful): Promise<Asked> {
  const started = performance.now();
  const answer = await converse(`${agent}/completions`, question.ask).catch((error: Error) => error.message);
  const milliseconds = performance.now() - started;
  const outcome = judgeCompletion(question, typeof answer === 'string' ? undefined : answer, truth);
  const told = typeof answer === 'string' ? answer : answer.message.content;
  return { outcome, milliseconds, told: told.replace(/\s+/g, ' ') };
}

/** Asks one turn after another in a conversation, and returns the last answer. */
async function converse(url: string, turns: readonly string[]): Promise<Completion> {
  let conversation_id: string | undefined;
  let answer: (Completion & { conversation_id?: string }) | undefined;
  for (const content of turns) {
    const messages = [{ role: 'user', content }];
    answer = await post(url, { messages, ...(conversation_id ? { conversation_id } : {}) });
    conversation_id = answer?.conversation_id;
  }
  return answer as Completion;
}

export function post<Result>(url: string, body: object): Promise<Result> {
  return send(url, 'application/json', JSON.stringify(body));
}

export async function send<Result>(url: string, type: string, body: string | Buffer<ArrayBuffer>): Promise<Result> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Result;
}
