import { beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../../../test/databases.ts';
import { knowledgeContext, markdownDocument } from '../../../../test/knowledge-context.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Context } from '../../../services.ts';
import { createProject } from '../../projects/service.ts';
import { addDocument, deleteDocument } from '../documents.ts';
import { createKnowledgeBase, requireBase } from '../service.ts';
import type { BaseRow } from '../store.ts';
import { findNearest } from './nearest.ts';
import { countVectors, insertVectors, selectUnembedded } from './store.ts';
import { toBytes, toUnitLength } from './vectors.ts';

const never = new AbortController().signal;
const address = { project: 'homes', base: 'numbers' };
const pages = 1203;

describeOnEachDatabase('vectors', (suite) => {
  let ctx: Context;
  let base: BaseRow;
  let documentId: string;

  /** One vector per chunk, each turned a little further from the first. */
  beforeAll(async () => {
    ctx = knowledgeContext(suite);
    await createProject(ctx, { name: 'homes' });
    await createKnowledgeBase(ctx, 'homes', { name: 'numbers' });
    const text = Array.from({ length: pages }, (_, index) => `# ${index}\n\nnumber`).join('\n\n');
    await addDocument(ctx, address, markdownDocument('turned', text));
    documentId = (await addDocument(ctx, address, markdownDocument('away', 'far away'))).id;
    base = (await requireBase(ctx, address)).base;
    const chunks = await selectUnembedded(ctx.database, base, 0, 10_000);
    const vectors = chunks.map(({ id }, index) => {
      const angle = (index / pages) * (Math.PI / 2);
      return {
        chunk_id: id,
        vector: toBytes(toUnitLength(new Float32Array([3 * Math.cos(angle), 3 * Math.sin(angle)]))),
      };
    });
    await transact(ctx.database, (transaction) => insertVectors(transaction, base, vectors));
  });

  it('are all compared, page after page, and come back as they were', async () => {
    const asked = { vector: new Float32Array([0, 1]), documents: undefined, limit: 3 };
    const nearest = await findNearest(ctx.database, base, asked, never);
    expect(nearest.map(({ similarity }) => similarity)).toEqual([
      expect.closeTo(1, 6),
      expect.closeTo(Math.sin(((pages - 1) / pages) * (Math.PI / 2)), 6),
      expect.closeTo(Math.sin(((pages - 2) / pages) * (Math.PI / 2)), 6),
    ]);
  });

  it('of the language of a question do not hide what answers in another', async () => {
    const name = 'tongues';
    await createKnowledgeBase(ctx, 'homes', { name });
    const lines = Array.from({ length: 20 }, (_, at) => `# ${at}\n\ntext`).join('\n\n');
    await addDocument(ctx, { project: 'homes', base: name }, markdownDocument('lines', lines));
    const { base: mixed } = await requireBase(ctx, { project: 'homes', base: name });
    const chunks = await selectUnembedded(ctx.database, mixed, 0, 100);
    // German ones lie near the question, English ones far; the tenth of those answers
    const rows = chunks.map(({ id: chunk_id }, at) => {
      const angle = at < 10 ? 0.3 + at / 1000 : at === 10 ? 0.5 : 0.9 + at / 1000;
      const vector = toBytes(toUnitLength(new Float32Array([Math.sin(angle), Math.cos(angle)])));
      return { chunk_id, vector, language: at < 10 ? 'de' : 'en' };
    });
    await transact(ctx.database, (transaction) => insertVectors(transaction, mixed, rows));
    const asked = { vector: new Float32Array([0, 1]), documents: undefined, limit: 1 };
    const [first] = await findNearest(ctx.database, mixed, asked, never);
    expect([first.id, first.similarity]).toEqual([chunks[10].id, expect.closeTo(Math.cos(0.5), 6)]);
  });

  it('are compared within documents alone when asked so', async () => {
    const asked = { vector: new Float32Array([1, 0]), documents: [documentId], limit: 3 };
    expect(await findNearest(ctx.database, base, asked, never)).toHaveLength(1);
    expect(await findNearest(ctx.database, base, { ...asked, documents: [] }, never)).toEqual([]);
  });

  it('are not compared with those of another generation', async () => {
    const asked = { vector: new Float32Array([1, 0]), documents: undefined, limit: 3 };
    const later = { ...base, embedding_generation: base.embedding_generation + 1 };
    expect(await findNearest(ctx.database, later, asked, never)).toEqual([]);
  });

  it('are missing for no chunk, and go with their document', async () => {
    expect(await selectUnembedded(ctx.database, base, 0, 10)).toEqual([]);
    await deleteDocument(ctx, { ...address, document: 'away' }, () => {});
    expect(await countVectors(ctx.database, [base.id])).toEqual(new Map([[base.id, pages]]));
  });

  it('are compared no further for who has gone', async () => {
    const asked = { vector: new Float32Array([1, 0]), documents: undefined, limit: 3 };
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(findNearest(ctx.database, base, asked, gone)).rejects.toThrow('gone');
  });
});
