/** How long conversations of agents and messages of chatbots are kept, on both databases. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../../test/databases.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';
import { readConfig } from '../../../config.ts';
import { encodeJson } from '../../../platform/db/json.ts';
import { forgetOldMessages } from '../../chatbots/retention.ts';
import { ProjectLimits } from '../../projects/project-limits.ts';
import { forgetOldConversations } from './retention.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();

describeOnEachDatabase('what was said', (suite) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({}, suite.settings);
  });
  afterAll(() => service.stop());

  /** Creates an agent with conversations whose last messages have these ages in days. */
  async function conversationsOf(limits: object, ages: number[]): Promise<string> {
    const project = await service.project();
    const at = `/projects/${project}`;
    await service.call('PUT', at, { limits });
    await service.call('POST', `${at}/agents`, { name: 'desk' });
    for (const age of ages) {
      const asked = { messages: [{ role: 'user', content: `${age} days ago` }] };
      const { body } = await service.call('POST', `${at}/agents/desk/completions`, asked);
      const last = { updated_at: daysAgo(age) };
      await suite.database.updateTable('conversations').set(last).where('id', '=', body.conversation_id).execute();
    }
    return at;
  }

  async function keptIn(at: string): Promise<string[]> {
    const { body } = await service.call('GET', `${at}/agents/desk/conversations`);
    return body.map(({ name }: { name: string }) => name).sort();
  }

  async function forget(days: string): Promise<void> {
    const config = readConfig({ SIBYL_CONVERSATION_RETENTION_DAYS: days });
    const parts = { database: suite.database, limits: await ProjectLimits.open(suite.database, config) };
    await forgetOldConversations(parts);
    await forgetOldMessages(parts);
  }

  test('is kept as long as the service says, and shorter where the project does', async () => {
    const [usual, short, deleted] = [
      await conversationsOf({}, [1, 20, 40]),
      await conversationsOf({ conversation_days: 7 }, [1, 20]),
      await conversationsOf({ conversation_days: 7 }, [1, 20]),
    ];
    await service.call('DELETE', `${deleted}/agents/desk`);
    await forget('0');
    await service.call('POST', `${deleted}/trash/desk/restore`, {});
    expect(await keptIn(deleted)).toEqual(['1 days ago']);
    expect([await keptIn(usual), await keptIn(short)]).toEqual([
      ['1 days ago', '20 days ago', '40 days ago'],
      ['1 days ago'],
    ]);
    await forget('30');
    expect(await keptIn(usual)).toEqual(['1 days ago', '20 days ago']);
    const { count } = await suite.database
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(4 * 2);
  });

  test('goes from chatbots message by message, then the empty conversation; what is not yet answered stays', async () => {
    const at = `/projects/${await service.project()}`;
    await service.call('POST', `${at}/agents`, { name: 'desk' });
    const bot = { name: 'bot', agent: 'desk', channel: { type: 'web' } };
    const { id: chatbot_id } = (await service.call('POST', `${at}/chatbots`, bot)).body;
    const talk = (id: string, age: number) => ({
      ...{ id, chatbot_id, platform_key: id, author_name: 'ann', begins_after: null, message_count: 1 },
      ...{ created_at: daysAgo(age), updated_at: daysAgo(age) },
    });
    const message = (id: string, conversation_id: string, age: number, status: 'answered' | 'waiting') => ({
      ...{ id, chatbot_id, conversation_id, direction: 'in' as const, received_id: id, posted_id: null, text: id },
      ...{
        platform_order: id,
        author_id: 'ann',
        author_name: 'ann',
        kind: 'text' as const,
        address: encodeJson({}),
        citations: null,
      },
      ...{ reply_to: null, status, attempts: 0, run_at: null, error: null, trace_id: null, settled_at: null },
      created_at: daysAgo(age),
    });
    await suite.database
      .insertInto('chatbot_conversations')
      .values([talk('alive', 1), talk('silent', 40)])
      .execute();
    const messages = [
      message('old', 'alive', 40, 'answered'),
      message('new', 'alive', 1, 'answered'),
      message('open', 'alive', 40, 'waiting'),
      message('last', 'silent', 40, 'answered'),
    ];
    for (const row of messages) await suite.database.insertInto('chatbot_messages').values(row).execute();
    await forget('30');
    const kept = await suite.database.selectFrom('chatbot_messages').select('id').orderBy('id').execute();
    expect(kept.map(({ id }) => id)).toEqual(['new', 'open']);
    const talks = await suite.database.selectFrom('chatbot_conversations').select('id').execute();
    expect(talks).toEqual([{ id: 'alive' }]);
  });
});
