/** How often the right passage is among the first five, by words alone. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeLongOnPostgres } from '../../../test/databases.ts';
import { knowledgeContext, markdownDocument } from '../../../test/knowledge-context.ts';
import { handbookQuestions, makeRetrievalSet } from '../../../test/retrieval-set.ts';
import { readHandbook } from '../../operations/sample/handbook.ts';
import type { Context } from '../../services.ts';
import { createProject } from '../projects/service.ts';
import { addDocument } from './documents.ts';
import { searchKnowledge } from './search.ts';
import { createKnowledgeBase } from './service.ts';

const never = new AbortController().signal;

describeLongOnPostgres('retrieval by words', (suite) => {
  let ctx: Context;

  beforeAll(async () => {
    ctx = knowledgeContext(suite);
    await createProject(ctx, { name: 'homes' });
  });
  afterAll(() => ctx.documents.close());

  async function fillBase(base: string, documents: { name: string; text: string }[]): Promise<void> {
    await createKnowledgeBase(ctx, 'homes', { name: base });
    for (const { name, text } of documents) {
      await addDocument(ctx, { project: 'homes', base }, markdownDocument(name, text));
    }
  }

  /** Returns the questions whose answer was not found. */
  async function missed(base: string, questions: { question: string; fact: string }[]): Promise<string[]> {
    const found = await Promise.all(
      questions.map(async ({ question, fact }) => {
        const { passages } = await searchKnowledge(ctx, 'homes', base, { query: question, limit: 5 }, never);
        return passages.some(({ text }) => text.includes(fact));
      }),
    );
    return questions.flatMap(({ question }, index) => (found[index] ? [] : [question]));
  }

  it('finds at least nine of ten facts among 252 alike', async () => {
    const { documents, questions } = makeRetrievalSet();
    await fillBase('machines', documents);
    expect(questions.length).toBeGreaterThanOrEqual(200);
    const misses = await missed('machines', questions);
    expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(questions.length / 10);
  });

  it('finds at least nine of ten answers in the sample handbook to questions in other words', async () => {
    await fillBase('handbook', await readHandbook());
    const misses = await missed(
      'handbook',
      handbookQuestions.map(([question, fact]) => ({ question, fact })),
    );
    expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(handbookQuestions.length / 10);
  });
});
