import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../test/databases.ts';
import { transact } from '../../platform/db/transact.ts';
import { AuditTrail, beginEntry, type Entry } from './trail.ts';

describeOnEachDatabase('the audit trail', (suite) => {
  const trail = () => new AuditTrail(suite.database, (error) => expect.unreachable(String(error)));
  const entry = () =>
    beginEntry({
      actor: 'local',
      role: 'admin',
      address: '127.0.0.1',
      request_id: 'req_1',
      action: 'projects.create',
      project_id: null,
      subject: '/api/projects',
    });
  const read = ({ row }: Entry) =>
    suite.database.selectFrom('audit_entries').selectAll().where('id', '=', row.id).executeTakeFirst();

  test('is committed with the change, before anybody is answered', async () => {
    const one = entry();
    await trail().record(one, () => transact(suite.database, async () => {}));
    expect(await read(one)).toMatchObject({ outcome: 'begun', actor: 'local', status: null });
  });

  test('has one entry for an act of several transactions, with its end', async () => {
    const one = entry();
    const opened = trail();
    await opened.record(one, async () => {
      await transact(suite.database, async () => {});
      await transact(suite.database, async () => {});
    });
    opened.complete(one, { outcome: 'done', status: 201, code: null });
    await opened.flushed();
    expect(await read(one)).toMatchObject({ outcome: 'done', status: 201 });
  });

  test('has what failed although its transaction was rolled back', async () => {
    const one = entry();
    const opened = trail();
    const failing = opened.record(one, () => transact(suite.database, () => Promise.reject(new Error('no'))));
    await expect(failing).rejects.toThrow('no');
    expect(await read(one)).toBeUndefined();
    opened.complete(one, { outcome: 'failed', status: 409, code: 'name_taken' });
    await opened.flushed();
    expect(await read(one)).toMatchObject({ outcome: 'failed', code: 'name_taken' });
  });

  test('is read without waiting for what others go on doing', async () => {
    const opened = trail();
    const one = entry();
    let goesOn = true;
    const others = (async () => {
      while (goesOn) {
        opened.complete(entry(), { outcome: 'refused', status: 401, code: 'unauthenticated' });
        await new Promise(setImmediate);
      }
    })();
    opened.complete(one, { outcome: 'done', status: 201, code: null });
    try {
      await opened.flushed();
      expect(await read(one)).toMatchObject({ outcome: 'done', status: 201 });
    } finally {
      goesOn = false;
      await others;
      await opened.flushed();
    }
  });

  test('goes on after a write that fails', async () => {
    const errors: unknown[] = [];
    const opened = new AuditTrail(suite.database, (error) => errors.push(error));
    const [broken, one] = [entry(), entry()];
    opened.complete(broken, { outcome: 'done', status: 201, code: null, action: null as unknown as 'projects.create' });
    await opened.flushed();
    opened.complete(one, { outcome: 'done', status: 201, code: null });
    await opened.flushed();
    expect(errors).toHaveLength(1);
    expect(await read(one)).toMatchObject({ outcome: 'done' });
  });
});
