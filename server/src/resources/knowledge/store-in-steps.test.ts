/** Long documents are stored and deleted in steps, so that others can write in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeLongOnPostgres } from '../../../test/databases.ts';
import { knowledgeContext, markdownDocument } from '../../../test/knowledge-context.ts';
import { newId } from '../../ids.ts';
import { isPostgres } from '../../platform/db/engine.ts';
import { encodeJson } from '../../platform/db/json.ts';
import { transact } from '../../platform/db/transact.ts';
import { projectEndOf } from '../../release-contents.ts';
import type { Context } from '../../services.ts';
import { deleteProject } from '../projects/delete.ts';
import { createProject } from '../projects/service.ts';
import { chunksOf } from './chunking/chunks.ts';
import { addDocument, deleteDocument, getDocument, listDocuments } from './documents.ts';
import { digestChunks } from './reading/digest.ts';
import { searchKnowledge } from './search.ts';
import { createKnowledgeBase, deleteKnowledgeBase, getKnowledgeBase } from './service.ts';
import { storeDocument, sweepDocuments } from './store-in-steps.ts';
import { hideDocument } from './unfinished.ts';

const never = new AbortController().signal;
const accept = () => {};
const project = 'homes';
const listing = {
  column: 'created_at',
  descending: false,
  limit: 10,
  after: undefined,
  name: undefined,
  search: undefined,
} as const;
const long = Array.from({ length: 30_000 }, (_, index) => `word${index % 997} zebra.`).join(' ');

describeLongOnPostgres('a long document', (suite) => {
  let ctx: Context;
  let count = 0;

  beforeAll(async () => {
    ctx = knowledgeContext(suite);
    await createProject(ctx, { name: project });
  });
  afterAll(() => ctx.documents.close());

  async function makeBase() {
    count += 1;
    const base = `base_${count}`;
    await createKnowledgeBase(ctx, project, { name: base });
    return { base, add: (name: string) => addDocument(ctx, { project, base }, markdownDocument(name, long)) };
  }

  const passagesOf = async (base: string) =>
    (await searchKnowledge(ctx, project, base, { query: 'zebra' }, never)).passages;

  const chunksLeft = async (id: string) =>
    (await suite.database.selectFrom('knowledge_chunks').select('id').where('document_id', '=', id).execute()).length;

  const countHidden = async () =>
    (await suite.database.selectFrom('knowledge_unfinished').selectAll().execute()).length;

  /** Writes repeatedly during the work; returns the number of writes. */
  async function countWritesBeside(work: Promise<unknown>): Promise<number> {
    let isOver = false;
    const end = work.finally(() => (isOver = true));
    let writes = 0;
    while (!isOver) {
      await transact(suite.database, (transaction) =>
        transaction
          .updateTable('projects')
          .set({ metadata: encodeJson({}) })
          .where('name', '=', project)
          .execute(),
      );
      writes += 1;
    }
    await end;
    return writes;
  }

  it('lets others write many times while it comes and while it goes', async () => {
    if (isPostgres(suite.database)) return; // on PostgreSQL, transactions do not wait for each other
    const { base, add } = await makeBase();
    const { id, chunk_count, ...first } = await add('first');
    const steps = Math.floor(chunk_count / 25);
    expect(steps).toBeGreaterThan(3);
    expect(
      await countWritesBeside(deleteDocument(ctx, { project, base, document: id }, accept)),
    ).toBeGreaterThanOrEqual(steps);

    const { id: base_id } = await getKnowledgeBase(ctx, { project, base });
    const chunks = digestChunks(long, chunksOf(long, 'text'), { title: 'again', language: 'english', hasPages: false });
    const { project: _, knowledge_base: __, metadata: ___, ...plain } = first;
    const row = {
      ...plain,
      id: newId('doc'),
      base_id,
      name: 'again',
      text: long,
      metadata: encodeJson({}),
      chunk_count,
    };
    const storing = storeDocument(suite.database, { ...row, term_count: 1, revision: 1 }, chunks, {
      also: async () => {},
    });
    expect(await countWritesBeside(storing)).toBeGreaterThanOrEqual(steps);
  });

  it('lets others write many times while it takes the place of another, and is never beside it', async () => {
    if (isPostgres(suite.database)) return;
    const { base, add } = await makeBase();
    const { chunk_count } = await add('one');
    const replacement = { ...markdownDocument('one', long.replaceAll('zebra', 'zebra gnu')), replace: true };
    const replacing = addDocument(ctx, { project, base }, replacement);
    const counts = new Set<number>();
    const looking = replacing.then(() => {});
    let isOver = false;
    looking.finally(() => (isOver = true));
    const watch = async () => {
      while (!isOver) {
        await nextTurn();
        counts.add((await getKnowledgeBase(ctx, { project, base })).document_count);
        counts.add((await listDocuments(ctx, { project, base }, listing)).items.length);
      }
    };
    const [writes] = await Promise.all([countWritesBeside(looking), watch()]);
    expect(writes).toBeGreaterThanOrEqual(Math.floor(chunk_count / 25));
    expect([...counts]).toEqual([1]);
    const { items } = await listDocuments(ctx, { project, base }, listing);
    expect(items.map(({ name, id }) => [name, id])).toEqual([['one', (await replacing).id]]);
    expect([await chunksLeft(items[0].id), await countHidden()]).toEqual([items[0].chunk_count, 0]);
  });

  it('is there whole or not at all, and its name is free again once it is deleted', async () => {
    const { base, add } = await makeBase();
    let isOver = false;
    const adding = add('one').finally(() => (isOver = true));
    while (!isOver) {
      await nextTurn(); // SQLite reads do not yield to the event loop
      const passages = await passagesOf(base);
      const { document_count } = await getKnowledgeBase(ctx, { project, base });
      const { items } = await listDocuments(ctx, { project, base }, listing);
      if (passages.length > 0 || document_count > 0) expect(items.length).toBe(1);
    }
    const { id } = await adding;
    expect((await passagesOf(base)).length).toBeGreaterThan(0);
    await deleteDocument(ctx, { project, base, document: 'one' }, accept);
    expect([await chunksLeft(id), await countHidden()]).toEqual([0, 0]);
    expect(await getKnowledgeBase(ctx, { project, base })).toMatchObject({ document_count: 0, chunk_count: 0 });
    await add('one');
  });

  it('that a crash cut short is seen by nobody and is gone after the next start', async () => {
    const { base, add } = await makeBase();
    const { id } = await add('cut');
    await transact(suite.database, (transaction) => hideDocument(transaction, id));
    const address = { project, base, document: 'cut' };
    await expect(getDocument(ctx, address)).rejects.toMatchObject({ code: 'document_not_found' });
    await expect(deleteDocument(ctx, address, accept)).rejects.toMatchObject({ code: 'document_not_found' });
    expect((await listDocuments(ctx, { project, base }, listing)).items).toEqual([]);
    if (!isPostgres(suite.database)) expect(await passagesOf(base)).toEqual([]);
    await sweepDocuments(ctx);
    expect([await chunksLeft(id), await countHidden()]).toEqual([0, 0]);
  });

  it.each([
    ['its base', 'knowledge_base_not_found'],
    ['its project', 'knowledge_base_not_found'],
  ])('ends with %s while it is written, and leaves nothing', async (what, code) => {
    const home = what === 'its project' ? 'gone' : project;
    if (home === 'gone') await createProject(ctx, { name: home });
    await createKnowledgeBase(ctx, home, { name: 'short_lived' });
    const address = { project: home, base: 'short_lived' };
    const { id } = await addDocument(ctx, address, markdownDocument('first', long));
    const adding = addDocument(ctx, address, markdownDocument('second', long)).catch((error) => error);
    if (home === 'gone')
      await deleteProject(ctx, home, { cascade: true, check: accept, permanently: true }, projectEndOf(ctx));
    else await deleteKnowledgeBase(ctx, address, { check: accept, permanently: true });
    const outcome = await adding;
    if (outcome instanceof Error) expect(['project_not_found', code]).toContain((outcome as { code?: string }).code);
    expect([await chunksLeft(id), await countHidden()]).toEqual([0, 0]);
  });
});
