import { expect, it } from 'vitest';
import { describeLongOnPostgres } from '../../../../test/databases.ts';
import { drawRow, inputsOf, trainRent } from '../../../../test/watched-rent.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import { binsOf, type Reference } from './reference.ts';
import type { Sketch } from './sketch.ts';
import { putReference, selectReference } from './store.ts';

describeLongOnPostgres('the reference of a watched model', (suite) => {
  const rent = trainRent(suite, { window: 'day' });

  /** As a release before kept it; the edges are others, so that a new one would show. */
  const formerOf = (reference: Reference): Reference => ({
    ...reference,
    columns: reference.columns.map(({ range: _, singles: __, ...column }) => ({
      ...column,
      edges: column.edges.map((edge) => edge + 1),
      counts: column.counts.slice(0, binsOf(column) + 2),
    })),
  });

  it('gets what it lacks under a running watch, and nodes that answer take it', async () => {
    const { id } = (await rent.service.call('GET', rent.model)).body;
    const referenceNow = async () => (await selectReference(suite.database, id, 1))!;
    const sizeOf = ({ columns }: Reference) => columns.findIndex(({ name }) => name === 'size');
    const askHuge = () => rent.predict([{ ...inputsOf(drawRow()), size: 100_000 }]);
    await askHuge();
    const former = formerOf(await referenceNow());
    await putReference(suite.database, { model_id: id, version: 1 }, former);
    const change = async (body: object) => expect((await rent.service.call('PUT', rent.model, body)).status).toBe(200);
    await change({ policy: 'ask' }); // nodes load the model anew
    await askHuge();
    await askHuge();
    await change({ monitor: { window: 'day' } });
    const whole = await referenceNow();
    const size = sizeOf(whole);
    const { edges, counts, range } = whole.columns[size];
    expect([edges, counts.slice(0, -2)]).toEqual([former.columns[size].edges, former.columns[size].counts]);
    expect(range).toEqual([expect.any(Number), expect.any(Number)]);
    await askHuge();
    await rent.monitor();
    const { sketch } = await suite.database
      .selectFrom('monitor_windows')
      .select('sketch')
      .where('model_id', '=', id)
      .executeTakeFirstOrThrow();
    const counted = decodeJson<Sketch>(sketch).columns[size];
    const last = binsOf(whole.columns[size]) - 1;
    // The first row was beyond the range too; the others had no range, and are in the last bin.
    expect([counted[last], counted[last + 4]]).toEqual([2, 2]);
  });
});
