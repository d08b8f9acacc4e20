/** Skills, agents, chatbots, documents and conversations: small records that contain the number of their last write. */
import { expect } from 'vitest';
import type { ServiceProcess } from '../../service-process.ts';
import { project, send, type World, type Writer } from './writers.ts';

const documents = '/knowledge_bases/notes/documents';

interface Kind {
  path: string;
  /** Differs for agents. */
  deletePath?: string;
  /** Returns fields with the number. */
  body(mark: number): Record<string, unknown>;
  markOf(record: Record<string, never>): unknown;
  canChange: boolean;
}

const kinds: Record<string, Kind> = {
  skill: {
    path: '/skills',
    body: (mark) => ({ type: 'sql', description: `${mark}` }),
    markOf: ({ description }) => description,
    canChange: true,
  },
  agent: {
    path: '/agents',
    deletePath: '/agent',
    body: (mark) => ({ prompt_template: `${mark}` }),
    markOf: ({ prompt_template }) => prompt_template,
    canChange: true,
  },
  chatbot: {
    path: '/chatbots',
    body: (mark) => ({ agent: 'clerk', channel: { type: 'web' }, params: { greeting: `${mark}` } }),
    markOf: ({ params }) => (params as { greeting: string }).greeting,
    canChange: true,
  },
  document: {
    path: documents,
    body: (mark) => ({ content: `Note ${mark}.`, metadata: { mark: `${mark}` } }),
    markOf: ({ metadata }) => (metadata as { mark: string }).mark,
    canChange: false,
  },
};

export async function makeHouse(service: ServiceProcess): Promise<void> {
  await send(service, 201, 'POST', `${project}/agents`, { name: 'clerk' });
  await send(service, 201, 'POST', `${project}/knowledge_bases`, { name: 'notes' });
}

/** Creates a record of each kind in turn, changes it twice, and deletes some. */
export const keepRecording: Writer = async (service, world) => {
  const { records, random, next } = world;
  for (;;) {
    for (const [kind, { path, deletePath = path, body, canChange }] of Object.entries(kinds)) {
      const [name, mark] = [`${kind}_${next()}`, next()];
      const one = `${project}${path}/${name}`;
      const create = () => send(service, 201, 'POST', project + path, { name, ...body(mark) });
      await records.write(name, mark, create);
      for (let step = 0; canChange && step < 2; step++) {
        const changed = next();
        const { type: _, ...change } = body(changed);
        await records.write(name, changed, () => send(service, 200, 'PUT', one, change));
      }
      if (random() < 0.5)
        await records.write(name, undefined, () => send(service, 204, 'DELETE', `${project}${deletePath}/${name}`));
    }
  }
};

/** Asks an agent; the conversation must be stored. */
export const keepAsking: Writer = async (service, world) => {
  for (;;) {
    const messages = [{ role: 'user', content: `Question ${world.next()}` }];
    const { body } = await send(service, 200, 'POST', `${project}/agents/clerk/completions`, { messages });
    world.conversations.add(body.conversation_id);
  }
};

/** Every record is in a state that the ledger allows, no others exist, and no answer is lost. */
export async function inspectRecords(service: ServiceProcess, { records, conversations }: World): Promise<void> {
  const found = new Map<string, string>();
  for (const { path, markOf } of Object.values(kinds)) {
    const { body } = await send(service, 200, 'GET', project + path);
    for (const record of body) if (record.name !== 'clerk') found.set(record.name, String(markOf(record)));
  }
  expect([...found.keys()].filter((name) => !records.names().includes(name))).toEqual([]);
  for (const name of records.names()) {
    const shown = found.get(name);
    const possible = records.possible(name);
    expect(
      possible.map((mark) => mark?.toString()),
      name,
    ).toContain(shown);
    const state = shown === undefined ? undefined : Number(shown);
    records.settle(name, state);
  }
  const { body } = await send(service, 200, 'GET', `${project}/agents/clerk/conversations`);
  const kept = new Set(body.map(({ id }: { id: string }) => id));
  expect([...conversations].filter((id) => !kept.has(id))).toEqual([]);
}

interface Told {
  type: string;
  data: { name?: string; conversation_id?: string };
}

/** Each record has one event per acknowledged write, in order, and at most one per unanswered write. */
export function inspectRecordEvents(events: readonly Told[], { records, conversations }: World): void {
  const pattern = /^sibyl\.(?:skill|agent|chatbot|document)\.(?:created|added|updated|deleted)$/;
  const byName = Map.groupBy(
    events.filter(({ type }) => pattern.test(type)),
    ({ data }) => data.name ?? '',
  );
  for (const name of records.names()) {
    const types = (byName.get(name) ?? []).map(({ type }) => type.split('.').at(-1));
    const { acknowledged, unanswered } = records.writes(name);
    expect(types.length, name).toBeGreaterThanOrEqual(acknowledged);
    expect(types.length, name).toBeLessThanOrEqual(acknowledged + unanswered);
    if (types.length > 0) expect(types.join(' '), name).toMatch(/^(?:created|added)(?: updated)*(?: deleted)?$/);
  }
  const answered = events.filter(({ type }) => type === 'sibyl.agent.answered').map(({ data }) => data.conversation_id);
  expect([...conversations].filter((id) => !answered.includes(id))).toEqual([]);
}
