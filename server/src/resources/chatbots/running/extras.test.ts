// @module-tag long
import { expect, onTestFinished, test } from 'vitest';
import { answered, makeBot, openBotRunner, readBot } from '../../../../test/chat/bot-runner.ts';
import { startDiscord } from '../../../../test/chat/discord-peer.ts';
import type { ChatPeer } from '../../../../test/chat/peer.ts';
import { startSlack } from '../../../../test/chat/slack-peer.ts';
import { startTeams } from '../../../../test/chat/teams-peer.ts';
import { startTelegram } from '../../../../test/chat/telegram-peer.ts';
import { startWebhookPeer } from '../../../../test/chat/webhook-peer.ts';
import { startWhatsapp } from '../../../../test/chat/whatsapp-peer.ts';
import { describeLongOnPostgres } from '../../../../test/databases.ts';
import { eventually } from '../../../../test/service-process.ts';
import type { ChatbotParams } from '../params-schema.ts';
import type { Answerer } from './answerer.ts';
import { takeMessages } from './take.ts';

const chart = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  data: { values: ['Rome', 'Oslo'].map((x, at) => ({ x, y: at + 3 })) },
  mark: { type: 'bar' },
  encoding: { x: { field: 'x', type: 'nominal', title: 'city' }, y: { field: 'y', type: 'quantitative' } },
};
const wide = ['| id | text |', '|---|---|', ...[1, 2].map((id) => `| ${id} | ${'long '.repeat(20)} |`)].join('\n');
const asking = 'Which of these do you mean?\n\n- hats for children\n- hats for dogs';

type Start = () => Promise<ChatPeer>;
const platforms: [string, Start][] = [
  ['Telegram', startTelegram],
  ['Slack', () => startSlack()],
  ['Discord', startDiscord],
  ['Teams', startTeams],
  ['WhatsApp', startWhatsapp],
  ['signed HTTP', startWebhookPeer],
];

describeLongOnPostgres('below an answer', (suite) => {
  async function run<Peer extends ChatPeer>(startPeer: () => Promise<Peer>, answer: Answerer, params?: ChatbotParams) {
    const peer = await startPeer();
    onTestFinished(() => peer.stop());
    const runner = openBotRunner(suite.database, answer);
    const id = await makeBot(runner, peer, params);
    await runner.supervisor.start({ exclusive: false });
    await eventually(async () => expect((await readBot(suite.database, id))?.status).toBe('running'));
    return { peer, runner, id };
  }

  test.each(platforms)('stands its chart as a picture on %s', async (_platform, startPeer) => {
    const { peer, id } = await run(startPeer, async () => answered('Two cities.', { chart }));
    await peer.say({ text: 'draw it' });
    await eventually(() => expect(peer.files()).toEqual(['chart.png']));
    expect(peer.shown()).toEqual(['Two cities.']);
    await eventually(async () => expect(await readBot(suite.database, id)).toMatchObject({ answered_count: 1 }));
  });

  test.each(platforms)('stand the figures of a chart where %s takes no picture', async (_platform, startPeer) => {
    const { peer, id } = await run(startPeer, async () => answered('Two cities.', { chart }));
    peer.refuseFiles();
    await peer.say({ text: 'draw it' });
    await eventually(() => expect(peer.shown()).toHaveLength(2));
    expect(peer.shown()[1]).toContain('cannot show a chart');
    if (peer.channel.type !== 'teams') expect(peer.shown()[1]).toMatch(/Rome[\s\S]*3[\s\S]*Oslo[\s\S]*4/);
    expect(await readBot(suite.database, id)).toMatchObject({ status: 'running', failed_count: 0 });
  });

  test('stand the figures of a chart that cannot be drawn', async () => {
    const hostile = { ...chart, transform: [{ lookup: 'x', from: { data: { url: 'file:///etc/passwd' }, key: 'x' } }] };
    const { peer } = await run(startTelegram, async () => answered('Two cities.', { chart: hostile }));
    await peer.say({ text: 'draw it' });
    await eventually(() => expect(peer.shown()[1]).toMatch(/Rome[\s\S]*3[\s\S]*Oslo[\s\S]*4/));
    expect(peer.files()).toEqual([]);
  });

  test('stand the figures of a chart in the widget, unless the answer has a table', async () => {
    const table = '| city | y |\n|---|---|\n| Rome | 3 |';
    const answer: Answerer = async ({ messages }) =>
      answered(messages.length === 1 ? 'Two cities.' : table, { chart: { ...chart } });
    const runner = openBotRunner(suite.database, answer);
    const id = await makeBot(runner, { channel: { type: 'web' }, carry() {} });
    await runner.supervisor.start({ exclusive: false });
    const row = (await readBot(suite.database, id))!;
    for (const order of ['1', '2']) {
      const said = { id: order, order, text: 'draw it', author: { id: 'v', name: '' }, isForBot: true };
      await takeMessages(runner.ctx, { row, params: {} }, [{ ...said, conversation: 'v', place: 'v', address: {} }]);
    }
    const sent = () =>
      suite.database
        .selectFrom('chatbot_messages')
        .select('text')
        .where('chatbot_id', '=', id)
        .where('direction', '=', 'out')
        .orderBy('id')
        .execute();
    await eventually(async () => expect(await sent()).toHaveLength(2));
    const [first, second] = (await sent()).map(({ text }) => text);
    expect(first).toMatch(/^Two cities\.\n\n\| city \| y \|\n.*\n\| Rome \| 3 \|\n\| Oslo \| 4 \|$/);
    expect(second).toBe(table);
  });

  test.each(platforms.filter(([name]) => name !== 'Teams'))(
    'stands a table that is too wide as a file on %s',
    async (_platform, startPeer) => {
      const { peer } = await run(startPeer, async () => answered(wide));
      await peer.say({ text: 'all of it' });
      await eventually(() => expect(peer.files()).toEqual(['table.csv']));
      expect(peer.shown()[0]).toContain('long long');
    },
  );

  test.each(platforms)('stand the choices of a question as buttons on %s', async (_platform, startPeer) => {
    const { peer } = await run(startPeer, async ({ messages }) =>
      answered(messages.length === 1 ? asking : `You chose: ${messages.at(-1)?.content}`),
    );
    await peer.say({ text: 'hats' });
    await eventually(() =>
      expect(peer.buttons().map(({ label }) => label)).toEqual(['hats for children', 'hats for dogs']),
    );
    await eventually(() => expect(peer.shown()).toHaveLength(1));
    const [, { id }] = peer.buttons();
    await peer.press(id, 2); // somebody else's chat
    await peer.press(id.replace('choice1', 'choice7'));
    await peer.press('choice0-msg_00000000000000000000000000');
    await peer.press(id);
    await peer.press(id);
    await eventually(() => expect(peer.shown().at(-1)).toBe('You chose: hats for dogs'));
    await peer.say({ text: 'thanks' });
    await eventually(() => expect(peer.shown().at(-1)).toBe('You chose: thanks'));
    expect(peer.shown()).toHaveLength(3);
    expect(peer.shown(2)).toEqual([]);
  });

  test.each(platforms)('count thumbs on %s as feedback', async (_platform, startPeer) => {
    const answer: Answerer = async () => answered('Five euros.', { traceId: 'msg_trace' });
    const { peer, runner } = await run(startPeer, answer, { ratings: true });
    await peer.say({ text: 'how much?' });
    await eventually(() => expect(peer.buttons().map(({ label }) => label)).toEqual(['👍', '👎']));
    const [up, down] = peer.buttons();
    await peer.press(up.id, 2);
    await peer.press(down.id);
    await eventually(() => expect(runner.ratings).toEqual([['msg_trace', 'down']]));
    expect(peer.shown()).toEqual(['Five euros.']);
  });

  test('a bot presses no button of another', async () => {
    const one = await run(startTelegram, async () => answered('Five.', { traceId: 'msg_t' }), { ratings: true });
    const other = await run(startTelegram, async () => answered('Six.', { traceId: 'msg_u' }));
    await one.peer.say({ text: 'how much?' });
    await eventually(() => expect(one.peer.buttons()).toHaveLength(2));
    await other.peer.press(one.peer.buttons()[0].id);
    await other.peer.say({ text: 'hello' });
    await eventually(() => expect(other.peer.shown()).toEqual(['Six.']));
    expect([...one.runner.ratings, ...other.runner.ratings]).toEqual([]);
  });

  test('Slack and Teams show a table as one', async () => {
    const table = 'Prices:\n\n| hat | price |\n|---|---:|\n| =red | 5 |\n| blue |  |\n\nThat is all.';
    const slack = await run(startSlack, async () => answered(table));
    await slack.peer.say({ text: 'prices' });
    await eventually(() =>
      expect(slack.peer.blocks().map(({ type }) => type)).toEqual(['section', 'table', 'section']),
    );
    expect(slack.peer.blocks()[1]).toMatchObject({
      rows: [
        [{ text: 'hat' }, { text: 'price' }],
        [{ text: '=red' }, { text: '5' }],
        [{ text: 'blue' }, { text: ' ' }],
      ],
      column_settings: [{ align: 'left' }, { align: 'right' }],
    });
    const teams = await run(startTeams, async () => answered(table));
    await teams.peer.say({ text: 'prices' });
    await eventually(() => expect(teams.peer.card()).toMatchObject({ body: [{ type: 'Table' }] }));
    expect(teams.peer.shown()).toEqual(['Prices:\n\nThat is all.']);
  });
});
