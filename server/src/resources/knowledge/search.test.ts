/** Retrieval by words gives the same results on both databases. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../../test/databases.ts';
import { knowledgeContext, markdownDocument } from '../../../test/knowledge-context.ts';
import { projectEndOf } from '../../release-contents.ts';
import type { Context } from '../../services.ts';
import { deleteProject } from '../projects/delete.ts';
import { createProject } from '../projects/service.ts';
import type { Language } from './analysis/analyses.ts';
import { addDocument, deleteDocument } from './documents.ts';
import type { SearchBody } from './schemas.ts';
import { searchKnowledge } from './search.ts';
import { createKnowledgeBase, deleteKnowledgeBase, getKnowledgeBase } from './service.ts';

const handbook = new URL('../../operations/sample/handbook/', import.meta.url);
const never = new AbortController().signal;
const accept = () => {};

describeOnEachDatabase('search by words', (suite) => {
  let ctx: Context;
  let count = 0;

  beforeAll(async () => {
    ctx = knowledgeContext(suite);
    await createProject(ctx, { name: 'homes' });
    await createKnowledgeBase(ctx, 'homes', { name: 'handbook' });
    for (const name of readdirSync(handbook)) {
      const content = readFileSync(new URL(name, handbook), 'utf8');
      await addDocument(
        ctx,
        { project: 'homes', base: 'handbook' },
        { ...markdownDocument(name, content), metadata: { page: name.length } },
      );
    }
  });

  afterAll(() => ctx.documents.close());

  async function search(body: SearchBody, base = 'handbook') {
    return (await searchKnowledge(ctx, 'homes', base, body, never)).passages;
  }

  async function makeBase(documents: Record<string, string>, language: Language = 'english') {
    count += 1;
    const base = `base_${count}`;
    await createKnowledgeBase(ctx, 'homes', { name: base, language });
    for (const [name, content] of Object.entries(documents))
      await addDocument(ctx, { project: 'homes', base }, markdownDocument(name, content));
    return base;
  }

  it('answers the passage with its source, headings, offsets and score', async () => {
    const [best] = await search({ query: 'which dogs are allowed?' });
    expect(best).toMatchObject({ source: 'pets.md', heading: 'Pets > Which animals are allowed' });
    const text = readFileSync(new URL(best.source, handbook), 'utf8');
    expect(text.slice(best.start, best.end)).toBe(best.text);
    expect(best.score).toBeGreaterThan(0);
    expect(best.score).toBeLessThanOrEqual(1);
  });

  it.each<[Language, string, string]>([
    ['german', 'Die Kündigung einer Wohnung bedarf der Schriftform.', 'Wie werden Wohnungen gekündigt? kundigen'],
    ['french', "La résiliation des baux se fait par lettre, l'eau est coupée.", 'resilier un bail'],
    ['spanish', 'Las habitaciones se pagan el primer día del mes.', '¿Cuándo pago la habitacion?'],
  ])('compares words by their stems in %s', async (language, answer, query) => {
    const base = await makeBase(
      { 'answer.md': answer, 'other.md': 'Der die das, la le les, el los y es un.' },
      language,
    );
    const found = await search({ query }, base);
    expect(found.map(({ source }) => source)).toEqual(['answer.md']);
    const literal = await makeBase({ 'answer.md': answer }, 'none');
    expect(found[0].score).toBeGreaterThan((await search({ query }, literal))[0]?.score ?? 0);
  });

  it.each([
    ['notice.md', 'what happens when I break my lease early'],
    ['deposits.md', 'when is the security deposit returned'],
    ['parking.md', 'charging an electric car'],
    ['repairs.md', 'who do I call in an emergency'],
    ['viewings.md', 'booking visits on Saturday'],
    ['rent-payments.md', 'fees for late payments'],
    ['living-together.md', 'am I allowed to paint walls'],
  ])('finds %s for: %s', async (source, query) => {
    expect((await search({ query }))[0].source).toBe(source);
  });

  it.each([
    '"',
    '""""',
    "'",
    "it's",
    'a AND',
    'NOT NOT',
    'deposit OR',
    '(',
    ')(',
    'terms:deposit',
    'base : "x" OR deposit',
    'NEAR(a b, 5)',
    '*',
    'depo*',
    '^deposit',
    '-- ; drop table knowledge_chunks',
    "'); select 1; --",
    "a' | !b & <-> c:*",
    '\\',
    '%',
    '\u{1f600}',
    '\ud800',
    '   ',
    '',
    '家を借りる',
  ])('takes any query: %j', async (query) => {
    await expect(search({ query })).resolves.toBeInstanceOf(Array);
  });

  it('takes a query of ten thousand words', async () => {
    const query = `pets ${Array.from({ length: 10_000 }, (_, index) => `word${index}`).join(' ')}`;
    expect((await search({ query }))[0].source).toBe('pets.md');
  });

  it('answers nothing where no word fits', async () => {
    expect(await search({ query: 'quantum chromodynamics' })).toEqual([]);
  });

  it('scores a passage lower the less of the query it holds', async () => {
    const [whole] = await search({ query: 'security deposit' });
    const [half] = await search({ query: 'security deposit cryptocurrency staking' });
    expect(half.score).toBeLessThan(whole.score * 0.7);
  });

  it('looks for little words when there are no others', async () => {
    const base = await makeBase({ who: 'The Who played.', what: 'Nobody heard.' });
    expect((await search({ query: 'the who' }, base))[0].source).toBe('who');
  });

  it('finds rare words first, and does so among many passages that share a common one', async () => {
    const lease = (index: number) => `A lease paragraph about leases, number ${index}.`;
    const common = Array.from({ length: 8000 }, (_, index) => lease(index)).join('\n\n');
    const base = await makeBase({ common, both: 'The lease of the lighthouse.', rare: 'A lighthouse.' });
    const [first, second] = await search({ query: 'lease lighthouse' }, base);
    expect([first.source, second.source].sort()).toEqual(['both', 'rare']);
  });

  it('compares words as they are written where the base has no language', async () => {
    const base = await makeBase({ de: 'Die Kündigungen der Straße', en: 'houses' }, 'none');
    expect((await search({ query: 'KUNDIGUNGEN strasse' }, base))[0].source).toBe('de');
    expect(await search({ query: 'house' }, base)).toEqual([]);
  });

  it('finds words of scripts without spaces', async () => {
    const base = await makeBase({ jp: '東京都の家賃は高いです。', other: '大阪の天気は晴れです。' }, 'none');
    expect((await search({ query: '家賃' }, base)).map(({ source }) => source)).toEqual(['jp']);
  });

  it('keeps to documents whose metadata meets the filter', async () => {
    const all = await search({ query: 'rent', limit: 50 });
    const some = await search({ query: 'rent', limit: 50, filter: { page: { lt: 10 } } });
    expect(new Set(all.map(({ source }) => source)).size).toBeGreaterThan(4);
    expect(some.length).toBeGreaterThan(0);
    expect(some.every(({ source }) => source.length < 10)).toBe(true);
    expect(await search({ query: 'rent', filter: { page: 'no' } })).toEqual([]);
  });

  it('finds nothing of another base, of a deleted document, of a deleted base', async () => {
    const base = await makeBase({ one: 'zebra stripes', two: 'zebra crossing' });
    expect(await search({ query: 'zebra' })).toEqual([]);
    await deleteDocument(ctx, { project: 'homes', base, document: 'one' }, accept);
    expect((await search({ query: 'zebra' }, base)).map(({ source }) => source)).toEqual(['two']);
    expect(await getKnowledgeBase(ctx, { project: 'homes', base })).toMatchObject({
      document_count: 1,
      chunk_count: 1,
    });
    await deleteKnowledgeBase(ctx, { project: 'homes', base }, { check: accept, permanently: true });
    await expect(search({ query: 'zebra' }, base)).rejects.toMatchObject({ code: 'knowledge_base_not_found' });
  });

  it('leaves nothing of a deleted project', async () => {
    await createProject(ctx, { name: 'gone' });
    await createKnowledgeBase(ctx, 'gone', { name: 'notes' });
    const document = await addDocument(ctx, { project: 'gone', base: 'notes' }, markdownDocument('a', 'ephemeral'));
    const remove = (cascade: boolean) =>
      deleteProject(ctx, 'gone', { cascade, check: accept, permanently: true }, projectEndOf(ctx));
    await expect(remove(false)).rejects.toThrow('knowledge base notes');
    await remove(true);
    const rows = await suite.database
      .selectFrom('knowledge_chunks')
      .select('id')
      .where('document_id', '=', document.id)
      .execute();
    expect(rows).toEqual([]);
  });
});
