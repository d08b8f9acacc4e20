import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../../../test/databases.ts';
import { trainRent } from '../../../../test/watched-rent.ts';

const question = 'Predict the price for size 90 and city Oslo';

describeOnEachDatabase('who asks a watched model through an agent', (suite) => {
  const rent = trainRent(suite, { window: 'hour' });

  it('counts with a key, and not as a visitor of a chatbot', async () => {
    const { service, project } = rent;
    const skill = { name: 'prices', type: 'predict', params: { models: ['rent'] } };
    await service.call('POST', `${project}/skills`, skill);
    await service.call('POST', `${project}/agents`, { name: 'broker', skills: ['prices'] });
    const messages = [{ role: 'user', content: question }];
    const { body } = await service.call('POST', `${project}/agents/broker/completions`, { messages });
    expect(body.message.content).toMatch(/Predicted price/);
    const web = { name: 'shop', agent: 'broker', channel: { type: 'web' }, is_running: true };
    const { body: bot } = await service.call('POST', `${project}/chatbots`, web);
    await service.until(`${project}/chatbots/shop`, (answer) => answer.body.status === 'running');
    const { body: visit } = await service.call('POST', `/api/channels/${bot.id}/visits`, {});
    const headers = { authorization: `Bearer ${visit.token}` };
    const message = { id: 'message-0001', text: question };
    await service.call('POST', `/api/channels/${bot.id}/messages`, message, headers);
    const isAnswer = ({ kind, status }: { kind: string; status: string }) => kind === 'answer' && status === 'sent';
    const told = await service.until(`${project}/chatbots/shop/messages`, (answer) => answer.body.some(isAnswer));
    expect(told.body.find(isAnswer).text).toMatch(/Predicted price/);
    expect((await rent.monitor()).windows).toMatchObject([{ rows: 1 }]);
  });
});
