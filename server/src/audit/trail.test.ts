import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../test/databases.ts';
import { transact } from '../db/transact.ts';
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
    await trail().follow(one, () => transact(suite.database, async () => {}));
    expect(await read(one)).toMatchObject({ outcome: 'begun', actor: 'local', status: null });
  });

  test('has one entry for an act of several transactions, with its end', async () => {
    const one = entry();
    const opened = trail();
    await opened.follow(one, async () => {
      await transact(suite.database, async () => {});
      await transact(suite.database, async () => {});
    });
    opened.settle(one, { outcome: 'done', status: 201, code: null });
    await opened.settled();
    expect(await read(one)).toMatchObject({ outcome: 'done', status: 201 });
  });

  test('has what failed although its transaction was rolled back', async () => {
    const one = entry();
    const opened = trail();
    const failing = opened.follow(one, () => transact(suite.database, () => Promise.reject(new Error('no'))));
    await expect(failing).rejects.toThrow('no');
    expect(await read(one)).toBeUndefined();
    opened.settle(one, { outcome: 'failed', status: 409, code: 'name_taken' });
    await opened.settled();
    expect(await read(one)).toMatchObject({ outcome: 'failed', code: 'name_taken' });
  });
});
