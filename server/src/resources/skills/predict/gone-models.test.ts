import { afterAll, beforeAll, expect, it } from 'vitest';
import { homes, trainModel } from '../../../../test/acceptance/trained.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('names a model that is gone to who may read models, and not to who may only ask them', async () => {
  const project = `/projects/${await service.project()}`;
  await service.call('POST', `${project}/tables?name=homes`, homes);
  const training = { target: 'rental_price', from: { table: 'homes' }, options: { effort: 'quick' } };
  for (const name of ['rent', 'quiet']) await trainModel(service, project.split('/')[2], name, training);
  const skill = { name: 'rents', type: 'predict', params: { models: ['rent', 'quiet'] } };
  await service.call('POST', `${project}/skills`, skill);
  await service.call('POST', `${project}/agents`, { name: 'desk', skills: ['rents'] });
  await service.call('DELETE', `${project}/models/quiet`);
  let headers = {};
  const told: Record<string, string> = {};
  for (const role of ['admin', 'predictor']) {
    const { secret } = (await service.call('POST', '/api/keys', { name: role, role }, headers)).body;
    const own = { authorization: `Bearer ${secret}` };
    if (role === 'admin') headers = own;
    const messages = [{ role: 'user', content: 'Is quiet still ok?' }];
    const { body } = await service.call('POST', `${project}/agents/desk/completions`, { messages }, own);
    told[role] = body.message.content;
  }
  expect(told.admin).toMatch(/no model quiet/);
  expect(told.predictor).toMatch(/^I cannot answer/);
  expect(told.predictor).not.toMatch(/no model quiet|cannot be asked/);
});
