import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';
import { Turn } from '../../platform/db/sqlite/turn.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Returns the lanes of projects in which the service writes during `work`. What it writes by itself has no name. */
async function lanesOf(work: () => Promise<unknown>): Promise<string[]> {
  const take = vi.spyOn(Turn.prototype, 'take');
  try {
    await work();
    return [...new Set(take.mock.calls.map(([lane]) => lane))].filter((lane) => lane !== '');
  } finally {
    take.mockRestore();
  }
}

it('gives a project one lane to write in, whether it is addressed by name or by ID', async () => {
  const name = await service.project();
  const { id } = (await service.call('GET', `/projects/${name}`)).body;
  const make = (project: string, base: string) => async () => {
    const { status } = await service.call('POST', `/projects/${project}/knowledge_bases`, { name: base });
    expect(status).toBe(201);
  };
  expect(await lanesOf(make(name, 'one'))).toEqual([id]);
  expect(await lanesOf(make(id, 'two'))).toEqual([id]);
});

it('does not let a key without the project write in its lane', async () => {
  const [own, other] = [await service.project(), await service.project()];
  const { id } = (await service.call('GET', `/projects/${other}`)).body;
  const admin = await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' });
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const limited = { name: 'limited', role: 'editor', projects: [own] };
  const { body } = await service.call('POST', '/api/keys', limited, bearer(admin.body.secret));
  let status = 0;
  const lanes = await lanesOf(async () => {
    const answer = await service.call('POST', `/projects/${other}/knowledge_bases`, { name: 'x' }, bearer(body.secret));
    status = answer.status;
  });
  expect(status).toBe(404);
  expect(lanes).not.toContain(id);
  expect(lanes).not.toContain(other);
});
