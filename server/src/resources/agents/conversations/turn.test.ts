import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../../test/databases.ts';
import { newId } from '../../../ids.ts';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import { EventLog } from '../../../platform/journal/event-log.ts';
import type { Context } from '../../../services.ts';
import type { AgentRow } from '../store.ts';
import { endLostTurns } from './lost-turns.ts';
import type { KeptAnswer } from './schemas.ts';
import { requireConversation } from './service.ts';
import { selectMessages, selectSteps } from './store.ts';
import { beginConversation, continueConversation } from './turn.ts';

const messages = [{ role: 'user' as const, content: 'How many homes\nare there?' }];
const answer: KeptAnswer = {
  status: 'complete',
  finish_reason: 'stop',
  agent_version: 1,
  provider: 'builtin',
  model_name: 'builtin',
  milliseconds: 1,
  usage: { input_tokens: null, output_tokens: null, total_tokens: null, cost: null },
  citations: [],
};
const step = { kind: 'skill' as const, started_at: '', milliseconds: 1, skill: 's', error: { code: 'c', detail: 'd' } };
const nothing = () => {};

describeOnEachDatabase('turns of a conversation', (suite) => {
  async function makeAgent(actor = 'local', role: Context['role'] = 'admin') {
    const { database } = suite;
    const now = new Date().toISOString();
    const record = { created_at: now, updated_at: now, created_by: actor, revision: 1 };
    const project = { id: newId('prj'), name: newId('req'), description: null, metadata: null, ...record };
    await database.insertInto('projects').values(project).execute();
    const agent: AgentRow = {
      id: newId('agt'),
      project_id: project.id,
      name: 'desk',
      version: 1,
      sealed_api_key: null,
      published: 0,
      ...record,
    };
    await database.insertInto('agents').values(agent).execute();
    const settings = encodeJson({ model: { provider: 'builtin', model_name: 'builtin' } });
    await database
      .insertInto('agent_versions')
      .values({ agent_id: agent.id, version: 1, settings, created_at: now, created_by: actor })
      .execute();
    // A turn uses no other service.
    const ctx = { database, events: new EventLog(), actor, role, projects: undefined } as unknown as Context;
    return { ctx, agent };
  }

  test('keep questions, answers and steps in order', async () => {
    const { ctx, agent } = await makeAgent();
    const first = beginConversation(ctx, agent, messages);
    await first.end('Thirty.', answer, [step, step], nothing);
    const next = await continueConversation(ctx, agent, { id: first.conversationId, messages, timeoutMs: 1000 });
    expect(next.history.map(({ content }) => content)).toEqual([messages[0].content, 'Thirty.']);
    await next.end('Still thirty.', answer, [], nothing);
    const stored = await selectMessages(suite.database, first.conversationId);
    expect(stored.map(({ position, role }) => [position, role])).toEqual([
      [0, 'user'],
      [1, 'assistant'],
      [2, 'user'],
      [3, 'assistant'],
    ]);
    expect(await selectSteps(suite.database, first.conversationId)).toHaveLength(2);
    const row = await requireConversation(ctx, agent, first.conversationId);
    expect(row).toMatchObject({ name: 'How many homes are there?', message_count: 4, turn: null });
  });

  test('are taken one at a time, and by whoever comes next once a holder is gone', async () => {
    const { ctx, agent } = await makeAgent();
    const first = beginConversation(ctx, agent, messages);
    await first.end('Thirty.', answer, [], nothing);
    const take = (timeoutMs: number) =>
      continueConversation(ctx, agent, { id: first.conversationId, messages, timeoutMs });
    const outcomes = await Promise.allSettled([take(1000), take(1000), take(1000)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const refused = outcomes.find((one) => one.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'conversation_busy' });
    await endLostTurns(ctx);
    const second = await take(-60_000); // A turn with its grace lasts half a minute longer than its time: this one is over.
    const third = await take(1000);
    await expect(second.end('Late.', answer, [], nothing)).rejects.toMatchObject({ code: 'conversation_not_found' });
    await third.end('In time.', answer, [], nothing);
    const stored = await selectMessages(suite.database, first.conversationId);
    expect(stored.at(-1)?.content).toBe('In time.');
  });

  test('that a crash left end with a failed answer, and those of other nodes stay', async () => {
    const { ctx, agent } = await makeAgent();
    const first = beginConversation(ctx, agent, messages);
    await first.end('Thirty.', answer, [], nothing);
    const take = (timeoutMs: number) =>
      continueConversation(ctx, agent, { id: first.conversationId, messages, timeoutMs });
    const running = await take(1000);
    await endLostTurns(ctx, new Date());
    await running.end('Of another node.', answer, [], nothing);
    const lost = await take(1000);
    await endLostTurns(ctx);
    await endLostTurns(ctx);
    const overdue = await take(-60_000);
    const next = await take(1000);
    expect(next.history.map(({ role, content }) => `${role}: ${content}`).slice(3)).toEqual([
      'assistant: Of another node.',
      expect.stringContaining('user: '),
      'assistant: ',
      expect.stringContaining('user: '),
      'assistant: ',
    ]);
    await next.end('In time.', answer, [], nothing);
    const stored = await selectMessages(suite.database, first.conversationId);
    expect(stored.map(({ position }) => position)).toEqual(stored.map((_, at) => at));
    for (const { messageId } of [lost, overdue]) {
      const failed = decodeJson<KeptAnswer>(stored.find(({ id }) => id === messageId)?.answer ?? encodeJson({}));
      expect(failed).toMatchObject({ status: 'failed', error: { code: 'shutting_down' }, provider: 'builtin' });
    }
    const row = await requireConversation(ctx, agent, first.conversationId);
    expect(row).toMatchObject({ message_count: stored.length, turn: null });
    const told = suite.database.selectFrom('events').selectAll().where('stream_id', '=', agent.project_id).execute();
    expect((await told).map(({ type }) => type)).toEqual(['sibyl.agent.failed', 'sibyl.agent.failed']);
  });

  test('are not for other keys that may not read conversations', async () => {
    const { ctx, agent } = await makeAgent('key_a', 'predictor');
    const turn = beginConversation(ctx, agent, messages);
    await turn.end('Thirty.', answer, [], nothing);
    await expect(requireConversation(ctx, agent, turn.conversationId)).resolves.toMatchObject({ created_by: 'key_a' });
    const foreign = requireConversation({ ...ctx, actor: 'key_b' }, agent, turn.conversationId);
    await expect(foreign).rejects.toMatchObject({ code: 'conversation_not_found' });
    const reader = requireConversation({ ...ctx, actor: 'key_b', role: 'viewer' }, agent, turn.conversationId);
    await expect(reader).resolves.toMatchObject({ id: turn.conversationId });
    const goOn = (actor: string, role: 'viewer' | 'editor') =>
      continueConversation({ ...ctx, actor, role }, agent, { id: turn.conversationId, messages, timeoutMs: 1000 });
    await expect(goOn('key_b', 'viewer')).rejects.toMatchObject({ code: 'not_permitted' });
    await expect(goOn('key_b', 'editor')).resolves.toMatchObject({ conversationId: turn.conversationId });
  });

  test('of an agent that was deleted meanwhile keep nothing', async () => {
    const { ctx, agent } = await makeAgent();
    const turn = beginConversation(ctx, agent, messages);
    await suite.database.deleteFrom('agents').where('id', '=', agent.id).execute();
    await expect(turn.end('Thirty.', answer, [], nothing)).rejects.toMatchObject({ code: 'agent_not_found' });
    expect(await selectMessages(suite.database, turn.conversationId)).toEqual([]);
  });
});
