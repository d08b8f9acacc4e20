import { at, canary, languageModel } from './steps.ts';
import { project, type World } from './world.ts';

type Failure = (world: World) => Promise<unknown>;

/** Each causes a failure that an event reports; the failing input contains the canary. */
const failures: Failure[] = [
  // Its training fails, because the target has no value, which nobody knows of a query before.
  ({ ask }) =>
    ask('POST', `${at}/models`, {
      name: 'hopeless',
      target: 'price',
      from: { sql: `SELECT '${canary} ' || i AS remark, NULL::DOUBLE AS price FROM range(20) r(i)` },
    }),
  async (world) => {
    await world.ask('POST', `${at}/agents`, { name: 'failing', model: languageModel(world) });
    world.provider.script({ fails: { status: 401, body: { error: { message: `wrong key sk-${canary}` } } } });
    await world.ask('POST', `${at}/agents/failing/completions`, { messages: [{ role: 'user', content: canary }] });
  },
  ({ ask, receiver }) =>
    ask('POST', `${at}/chatbots`, {
      name: 'refused',
      agent: 'failing',
      channel: { type: 'telegram', bot_token: `123456789:AA${canary}`, api_url: `${receiver.url}/refused` },
      is_running: true,
    }),
  ({ ask, receiver }) => ask('POST', `${at}/webhooks`, { name: 'gone', url: `${receiver.url}/gone/${canary}` }),
  // One of its cells is not a number.
  ({ ask }) =>
    ask('POST', `${at}/models/rent/predictions`, { from: { sql: `select '${canary}' as rooms from predicted` } }),
  // It is deleted while it runs.
  async ({ ask }) => {
    const sql = 'select a.rooms from predicted a, predicted b, predicted c, predicted d, predicted e';
    const { body } = await ask('POST', `${at}/models/rent/predictions`, { from: { sql } });
    await ask('DELETE', `${at}/models/rent/predictions/${body.id}`);
  },
  // Longer than the maximum body.
  ({ ask }) => ask('POST', `${at}/query`, { sql: `select '${canary.repeat(10_000)}'` }),
  // These emit no event, but their errors could contain the input.
  ({ ask }) => ask('POST', `${at}/query`, { sql: `selekt '${canary}' from nowhere` }),
  ({ ask }) => ask('POST', `${at}/models/rent/predict`, [{ rooms: { [canary]: canary } }]),
  ({ ask }) => ask('GET', `${at}/tables?search=${canary}&unknown=${canary}`),
  ({ ask }) => ask('POST', `${at}/tables?name=broken`, `a,b\n"${canary}\n1,2,3`, { 'content-type': 'text/csv' }),
  ({ service }) =>
    service.call('POST', `/api/projects`, { name: canary }, { authorization: `Bearer sib_${canary}`, cookie: canary }),
];

const told = [
  'model.failed',
  'prediction.failed',
  'prediction.cancelled',
  'agent.failed',
  'chatbot.error',
  'webhook.disabled',
  'limit.hit',
];

export async function causeFailures(world: World): Promise<void> {
  for (const fail of failures) await fail(world);
  for (const type of told)
    await world.until(`/api/projects/${project}/events?type=sibyl.${type}`, ({ body }) => body.length > 0);
}
