/** Every operation that existing clients call, under the four spellings of its address, bare and in a wrapper, by name and by ID. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../service.ts';
import { shareTestService } from '../shared-service.ts';

let service: TestService;
let project: string;

beforeAll(async () => {
  service = await shareTestService();
  project = await service.project();
  await service.call('POST', `/projects/${project}/agents`, { name: 'clerk' });
});
afterAll(() => service.stop());

const spellings = ['/projects', '/api/projects', '/v1/api/projects', '/v1/api/api/projects'];
const kinds = [
  { kind: 'skill', body: { type: 'sql' }, change: { description: 'asks tables' }, missing: 'skill_not_found' },
  { kind: 'agent', body: {}, change: { description: 'answers' }, missing: 'agent_not_found' },
  {
    kind: 'chatbot',
    body: { agent: 'clerk', channel: { type: 'web' } },
    change: { params: { greeting: 'Hello' } },
    missing: 'chatbot_not_found',
  },
];

describe.each(spellings)('under %s', (base) => {
  describe.each(kinds)('a $kind', ({ kind, body, change, missing }) => {
    const name = `one${base.replaceAll('/', '_')}`;
    const all = () => `${base}/${project}/${kind}s`;
    const one = () => `${all()}/${name}`;

    test('is created, listed, read, changed and deleted', async () => {
      const created = await service.call('POST', all(), { name, ...body });
      expect([created.status, created.body.name]).toEqual([201, name]);
      expect((await service.call('GET', one())).body).toMatchObject({ id: created.body.id, project });
      const listed = (await service.call('GET', all())).body;
      expect(listed.map(({ id }: { id: string }) => id)).toContain(created.body.id);
      const changed = await service.call('PUT', `${all()}/${created.body.id}`, { [kind]: change });
      expect([changed.status, changed.body]).toMatchObject([200, { id: created.body.id, ...change }]);
      const address = kind === 'agent' ? `${base}/${project}/agent/${name}` : one();
      expect((await service.call('DELETE', address)).status).toBe(204);
      expect((await service.call('GET', one())).body.code).toBe(missing);
    });

    test('comes in a wrapper, once a name', async () => {
      const wrapped = { [kind]: { name, ...body } };
      expect((await service.call('POST', all(), wrapped)).status).toBe(201);
      expect(await service.call('POST', all(), wrapped)).toMatchObject({ status: 409, body: { code: 'name_taken' } });
      expect((await service.call('DELETE', one())).status).toBe(204);
    });

    test('is refused with the field that nobody knows', async () => {
      const refused = await service.call('POST', all(), { name, ...body, colour: 'red' });
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/colour' }] } });
      expect((await service.call('GET', one())).status).toBe(404);
    });

    test('of a project that is not there is not found', async () => {
      const foreign = await service.call('GET', `${base}/nowhere/${kind}s/${name}`);
      expect(foreign).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
    });
  });

  test('a chatbot is created by PUT and changed by the next', async () => {
    const address = `${base}/${project}/chatbots/put${base.replaceAll('/', '_')}`;
    const statuses = [];
    for (const greeting of ['Hello', 'Good day']) {
      const body = { agent: 'clerk', channel: { type: 'web' }, params: { greeting } };
      statuses.push((await service.call('PUT', address, body)).status);
    }
    expect(statuses).toEqual([201, 200]);
  });

  test('skills are listed by agent', async () => {
    const skill = `given${base.replaceAll('/', '_')}`;
    await service.call('POST', `${base}/${project}/skills`, { name: skill, type: 'sql' });
    await service.call('PUT', `${base}/${project}/agents/clerk`, { skills: [skill] });
    const { body } = await service.call('GET', `${base}/${project}/skills?agent=clerk`);
    expect(body.map(({ name }: { name: string }) => name)).toEqual([skill]);
  });
});
