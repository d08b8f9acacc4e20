import { beforeAll, expect, test } from 'vitest';
import { useDataRoom } from '../../test/data-room.ts';
import { askBuiltin } from '../../test/questions/ask.ts';
import { sqlToolset } from '../../test/questions/toolsets.ts';
import type { Toolset } from '../resources/skills/toolset.ts';
import { asidesOf } from './asides.ts';
import type { Conversation } from './conversation.ts';
import { planLastQuestion } from './plan.ts';
import { respond } from './respond.ts';

const { room, importText } = useDataRoom();
let toolset: Toolset;
const vans = Array.from({ length: 420 }, (_, at) => ({
  reg_no: `V${at}`,
  depot: ['Lille', 'Ghent', 'Cologne'][at % 3],
  fuel: ['Diesel', 'Electric', 'diesel ', 'ELECTRIC'][at % 4],
  yr: 2012 + (at % 11),
  odometer_km: 4000 + ((at * 997) % 180_000),
  repair_cost: 50 + ((at * 61) % 900),
  last_service: new Date(Date.UTC(2022, 0, 1 + 2 * at)).toISOString().slice(0, 10),
}));
beforeAll(async () => {
  const imported = await importText(JSON.stringify(vans), {}, 'json');
  toolset = await sqlToolset(room(), [{ name: 'fleet', imported, part: imported.part }]);
});

const question = 'Which site has the highest average repair cost?';
const known = () => ({ groundings: [toolset.grounding], now: new Date('2025-06-15') });
const ask = (...turns: string[]) => askBuiltin([toolset], turns);

test('what is likely and not likely enough is told in doubt, and counts as no answer', async () => {
  const { text, metadata, calls } = await ask(question);
  expect(text).toMatch(/^I am not sure that this is what you mean:\n\n\*\*Cologne\*\* is the depot/);
  expect(text).toContain('I did not use the word “site”.');
  const { answered, alternatives = [] } = asidesOf(metadata);
  expect([answered, calls.length]).toEqual([false, 1]);
  const { text: told, metadata: asides } = await ask(alternatives[0].question);
  expect(told).toMatch(/^\*\*Cologne\*\* is the depot/);
  expect(asidesOf(asides).answered).toBeUndefined();
});

test('values in several spellings are one value, of a large table too', async () => {
  expect((await ask('How many rows by fuel?')).text).toContain('| Diesel | 210 |');
  expect((await ask('How many rows have fuel electric?')).text).toContain('**210**');
});

test('no question goes on from one that was told in doubt', async () => {
  const { text } = await ask(question, 'and in 2023?');
  expect(text).toMatch(/^I cannot answer that/);
});

test('strangers are told nothing in doubt', () => {
  const planned = (isPublic: boolean) => planLastQuestion([question], { ...known(), isPublic });
  expect(planned(false)).toHaveProperty('doubted');
  expect(planned(true)).not.toHaveProperty('doubted');
});

test('a failing query ends in the refusal', async () => {
  const plan = planLastQuestion([question], known());
  const outcomes = [{ tool: 'query', failed: true, content: 'query_time_limit: It took too long.' }];
  const conversation = { questions: [question], outcomes } as unknown as Conversation;
  const hint = () => ({ examples: [], near: [], known: [] });
  const [content] = await respond(conversation, plan, known(), { mayCall: true, hint });
  expect(content).toMatchObject({ type: 'text', text: expect.stringMatching(/^I cannot answer that/) });
});
