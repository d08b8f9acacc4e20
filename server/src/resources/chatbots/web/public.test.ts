import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareTestService();
});
afterAll(() => service.stop());

test('visitors are shown no schema, and no sources below a refusal', async () => {
  const project = `/projects/${await service.project()}`;
  const csv = { 'content-type': 'text/csv' };
  await service.call('POST', `${project}/tables?name=homes`, 'city,price\nOslo,3\nRome,4\nOslo,5\n', csv);
  await service.call('POST', `${project}/knowledge_bases`, { name: 'house_rules' });
  const document = { name: 'rules.md', content: 'Walls may be painted in light colours without asking.' };
  await service.call('POST', `${project}/knowledge_bases/house_rules/documents`, document);
  const skill = { name: 'rules', type: 'knowledge', params: { knowledge_bases: ['house_rules'] } };
  await service.call('POST', `${project}/skills`, skill);
  await service.call('POST', `${project}/agents`, { name: 'desk', data: { tables: ['homes'] }, skills: ['rules'] });
  const web = { name: 'shop', agent: 'desk', channel: { type: 'web' }, is_running: true };
  const { body: bot } = await service.call('POST', `${project}/chatbots`, web);
  await service.until(`${project}/chatbots/shop`, ({ body }) => body.status === 'running');
  const channel = `/api/channels/${bot.id}`;
  const { body: visit } = await service.call('POST', `${channel}/visits`, {});
  const headers = { authorization: `Bearer ${visit.token}` };
  const asked = ['What can you do?', 'What is the average weight per planet?'];
  for (const [index, text] of asked.entries()) {
    const message = { id: `message-000${index}`, text };
    const sent = await service.call('POST', `${channel}/messages`, message, headers);
    expect(sent.status, sent.text).toBeLessThan(300);
  }
  const answers = (body: Message[]) => body.filter(({ kind, status }) => kind === 'answer' && status === 'sent');
  const told = await service.until(`${project}/chatbots/shop/messages`, ({ body }) => answers(body).length === 2);
  for (const { text, citations } of answers(told.body)) {
    expect(text).not.toMatch(/table|rows|house_rules/);
    expect(text).toContain('homes');
    expect(citations).toEqual([]);
  }
});

test('a visitor who floods is refused with the figure, and another is still heard', async () => {
  const project = `/projects/${await service.project()}`;
  await service.call('POST', `${project}/agents`, { name: 'desk' });
  const web = { name: 'shop', agent: 'desk', channel: { type: 'web' }, is_running: true };
  const { body: bot } = await service.call('POST', `${project}/chatbots`, web);
  const visit = async () => (await service.call('POST', `/api/channels/${bot.id}/visits`, {})).body.token;
  const say = (token: string, index: number) =>
    service.call('POST', `/api/channels/${bot.id}/messages`, { id: `message-${index}`, text: 'x' }, bearer(token));
  const [ann, bob] = [await visit(), await visit()];
  const responses = await Promise.all(Array.from({ length: 70 }, (_, index) => say(ann, 100 + index)));
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(refused[0].body).toMatchObject({ code: 'rate_limited', limit_name: 'visitor_messages', limit: 60 });
  expect((await say(bob, 900)).status).toBe(202);
});

test('visits without end from one address are refused with the figure, and messages are still taken', async () => {
  const project = `/projects/${await service.project()}`;
  await service.call('POST', `${project}/agents`, { name: 'desk' });
  const web = { name: 'shop', agent: 'desk', channel: { type: 'web' }, is_running: true };
  const { body: bot } = await service.call('POST', `${project}/chatbots`, web);
  const visit = () => service.call('POST', `/api/channels/${bot.id}/visits`, {});
  const visits = await Promise.all(Array.from({ length: 305 }, visit));
  const refused = visits.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(refused[0].body).toMatchObject({ code: 'rate_limited', limit_name: 'visitor_visits', limit: 300 });
  expect(Number(refused[0].headers.get('retry-after'))).toBeGreaterThan(0);
  const { token } = visits[0].body;
  const message = { id: 'message-1', text: 'x' };
  const said = await service.call('POST', `/api/channels/${bot.id}/messages`, message, bearer(token));
  expect(said.status).toBe(202);
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface Message {
  kind: string;
  status: string;
  text: string;
  citations: unknown[];
}

test('a page of another site is refused, named in the record, and allowed', async () => {
  const project = `/projects/${await service.project()}`;
  await service.call('POST', `${project}/agents`, { name: 'desk' });
  const web = { name: 'shop', agent: 'desk', channel: { type: 'web' }, is_running: true };
  const { body: bot } = await service.call('POST', `${project}/chatbots`, web);
  const origin = 'https://shop.example.com';
  const visit = () => service.call('POST', `/api/channels/${bot.id}/visits`, {}, { origin });
  expect((await visit()).body.code).toBe('forbidden_origin');
  await service.call('POST', `/api/channels/${bot.id}/visits`, {}, { origin: 'https://evil.example.com' }); // too soon
  const read = async () => (await service.call('GET', `${project}/chatbots/shop`)).body.refused_origins;
  expect(await read()).toEqual([origin]);
  await service.call('PUT', `${project}/chatbots/shop`, { channel: { type: 'web', allowed_origins: [origin] } });
  expect((await visit()).status).toBe(200);
  expect(await read()).toEqual([]);
});
