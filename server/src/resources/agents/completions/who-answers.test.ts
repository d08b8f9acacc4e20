/** Who answers when a language model does not look anything up, or does not answer at all. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../../../test/loopback/provider.ts';
import { readEvents } from '../../../../test/server-sent-events.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';

let service: TestService;
let provider: LoopbackProvider;
let at: string;

beforeAll(async () => {
  [service, provider] = await Promise.all([startTestService(), startLoopbackProvider()]);
  at = await fill(service);
});
afterAll(() => Promise.all([service.stop(), provider.stop()]));

async function fill(filled: TestService): Promise<string> {
  const path = `/projects/${await filled.project()}`;
  const homes = 'city,price\nRome,10\nOslo,30\nRome,50\n';
  await filled.call('POST', `${path}/tables?name=homes`, homes, { 'content-type': 'text/csv' });
  await filled.call('POST', `${path}/skills`, { name: 'rents', type: 'sql', params: { tables: ['homes'] } });
  return path;
}

async function make(name: string, params: object = {}) {
  const model = { provider: 'openai_compatible', model_name: 'small', base_url: provider.openai };
  const agent = { name, model, skills: ['rents'], params };
  const { status, body, text } = await service.call('POST', `${at}/agents`, agent);
  expect(status, text).toBe(201);
  return body;
}

const ask = (name: string, content: string) =>
  service.call('POST', `${at}/agents/${name}/completions`, { messages: [{ role: 'user', content }] });
const query = (sql: string) => ({ tools: [{ name: 'rents__query', input: { sql } }] });
/** What tools told in the last request. */
const toldBack = () =>
  (provider.asked.at(-1)!.body.messages as { role: string; content: string }[])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content);
const kinds = ({ message }: { message: { steps: { kind: string }[] } }) => message.steps.map(({ kind }) => kind);

it('asks once more with a forced call, and a limit of output each time', async () => {
  expect((await make('strict', { builtin: 'off' })).params).toEqual({ builtin: 'off', grounding: 'require' });
  provider.script({ text: 'It is 11.' }, query('SELECT avg(price) AS price FROM homes'), { text: 'It is 30.' });
  const { body } = await ask('strict', 'What is the average price?');
  expect(body.message).toMatchObject({ content: 'It is 30.', grounded: false, answered_by: 'small' });
  const asked = provider.asked.slice(-3).map(({ body }) => [body.tool_choice, body.max_tokens]);
  expect(asked).toEqual([
    ['auto', 1024],
    ['required', 512],
    ['auto', 1024],
  ]);
});

it('demands a call at once of who has called nothing by itself three times, until it does', async () => {
  await make('idle', { builtin: 'off' });
  const rome = query("SELECT count(*) AS n FROM homes WHERE city = 'Rome'");
  const choices = () => provider.asked.slice(before).map(({ body }) => body.tool_choice);
  let before = provider.asked.length;
  for (let time = 0; time < 3; time += 1) {
    provider.script({ text: 'Many.' }, rome, { text: 'There are 2.' });
    await ask('idle', 'How many homes are in Rome?');
  }
  expect(choices()).toEqual(Array(3).fill(['auto', 'required', 'auto']).flat());
  before = provider.asked.length;
  provider.script(rome, { text: 'There are 2.' });
  expect((await ask('idle', 'How many homes are in Rome?')).body.message.content).toBe('There are 2.');
  provider.script({ text: 'Good day.' });
  await ask('idle', 'Hello!');
  expect(choices()).toEqual(['required', 'auto', 'auto']);
});

it('refuses in plain words what was not looked up then either, and streams none of it', async () => {
  provider.script(
    { text: 'It is 11.' },
    { text: 'It is 11, I said.' },
    { text: '{"tool": "rents__drop", "input": 11}' },
  );
  const response = await fetch(`${service.url}${at}/agents/strict/completions/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'What is the average price?' }] }),
  });
  const events = await readEvents(response);
  expect(events.map(({ type }) => type)).toEqual(['start', 'token', 'message', 'end']);
  expect(events[2].message).toMatchObject({
    answered: false,
    content: expect.stringContaining('I cannot answer that'),
  });
  expect(events[1].text).not.toContain('11');
});

it('lets greetings pass', async () => {
  for (const text of [
    'Hello!',
    'Hi, how are you?',
    'Thanks, bye.',
    'thanks, that helped',
    'What can you do?',
    'Guten Tag',
  ]) {
    provider.script({ text: 'Good day.' });
    const { message } = (await ask('strict', text)).body;
    expect([message.content, message.grounded]).toEqual(['Good day.', undefined]);
  }
});

it('marks figures that stand in no result, and the answer with them', async () => {
  provider.script(query('SELECT max(price) AS most FROM homes'), { text: 'At most 50, so 4,200 a year.' });
  const { message } = (await ask('strict', 'What is the highest price?')).body;
  expect(message).toMatchObject({ grounded: false, unfounded_figures: [{ text: '4,200', start: 15, end: 20 }] });
});

it('of an agent that only marks, says that nothing was looked up', async () => {
  await make('lenient', { grounding: 'mark' });
  provider.script({ text: 'Rome is nice.' });
  const asked = await ask('lenient', 'Is Rome nice?');
  expect(asked.body.message).toMatchObject({ content: 'Rome is nice.', grounded: false });
  const { body } = await service.call('GET', `${at}/agents/lenient/conversations/${asked.body.conversation_id}`);
  expect(body.messages[1].answer).toMatchObject({ grounded: false, answered_by: 'small' });
});

it('gives the answer of the builtin reader where the language model has none, and says so', async () => {
  await make('helped');
  const bare = { text: 'It is 11.' };
  const loop = { text: 'The price is the price of the price. '.repeat(80) };
  for (const [script, steps] of [
    [[bare, bare, bare], 3],
    [[{ text: '' }, { text: '' }, { text: '' }], 3],
    [[loop, loop, loop], 3],
    [[{ fails: { status: 401 } }], 1],
  ] as const) {
    provider.script(...script);
    const { status, body } = await ask('helped', 'What is the average price?');
    expect([status, body.message.answered_by, body.message.grounded]).toEqual([200, 'builtin', true]);
    expect(body.message.content).toContain('30');
    expect(kinds(body).slice(steps)).toEqual(['language_model', 'tool', 'language_model']);
  }
});

it('tells the failure of the provider where the builtin reader has no answer either', async () => {
  provider.script({ fails: { status: 401 } });
  expect(await ask('helped', 'Why is the moon made of cheese?')).toMatchObject({
    status: 502,
    body: { code: 'provider_rejected_credentials' },
  });
});

it('asks the builtin reader first for what it is sure of, and the language model for the rest', async () => {
  await make('quick', { builtin: 'first' });
  const before = provider.asked.length;
  const { message, usage } = (await ask('quick', 'How many homes are there?')).body;
  expect([message.answered_by, usage.total_tokens, provider.asked.length]).toEqual(['builtin', 0, before]);
  provider.script(query('SELECT city FROM homes LIMIT 1'), { text: 'Rome, of course.' });
  const other = (await ask('quick', 'Where would you live, all things considered?')).body.message;
  expect([other.content, other.answered_by]).toEqual(['Rome, of course.', 'small']);
});

it('asks the rules for a second opinion of who looks up only when pressed', async () => {
  await make('pressed');
  const wide = query('SELECT * FROM homes');
  provider.script({ text: 'It is 11.' }, wide, { text: 'There is 1.' });
  const streamed = await fetch(`${service.url}${at}/agents/pressed/completions/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'How many homes are there?' }] }),
  });
  const told = (await readEvents(streamed)).filter(({ type }) => type === 'token' || type === 'message');
  expect(told.map(({ text, message }) => text ?? message.content)).toEqual(
    Array(2).fill(expect.stringMatching(/\*\*3\*\*/)),
  );
  provider.script({ text: 'It is 11.' }, wide, { text: 'There are 3 homes.' });
  const agreed = (await ask('pressed', 'How many homes are there?')).body.message;
  expect(agreed).toMatchObject({ content: 'There are 3 homes.', grounded: true, answered_by: 'small' });
  provider.script({ text: 'It is 11.' }, wide, { text: 'The mayor of Rome has 50.' });
  const alone = (await ask('pressed', 'Who is the mayor of the moon?')).body.message;
  expect(alone).toMatchObject({ answered: false, answered_by: 'builtin', would_help: { term: 'mayor' } });
  expect(alone).not.toHaveProperty('grounded');
});

it('refuses what a pressed model tells of one question as the answer to another', async () => {
  await make('forgetful');
  const first = await ask('forgetful', 'How many homes are there?');
  provider.script({ text: 'Slow.' }, query('SELECT count(*) AS "rows" FROM homes'), { text: 'Dunja is **3** rows.' });
  const { body } = await service.call('POST', `${at}/agents/forgetful/completions`, {
    messages: [{ role: 'user', content: 'Is Dunja slow?' }],
    conversation_id: first.body.conversation_id,
  });
  expect(body.message).toMatchObject({ answered: false, answered_by: 'builtin', would_help: { term: 'dunja' } });
  expect(body.message.content).not.toContain('is **3** rows');
});

it('marks and shows what a tool told that the rules know nothing of', async () => {
  await service.call('POST', `${at}/agents`, { name: 'counter', skills: ['rents'] });
  await service.call('POST', `${at}/skills`, { name: 'friend', type: 'agent', params: { agent: 'counter' } });
  const model = { provider: 'openai_compatible', model_name: 'small', base_url: provider.openai };
  await service.call('POST', `${at}/agents`, { name: 'asker', model, skills: ['rents', 'friend'] });
  const call = { tools: [{ name: 'friend__ask', input: { question: 'How many homes are there?' } }] };
  provider.script({ text: 'Many.' }, call, { text: 'The moon has 3 of them.' });
  const { message } = (await ask('asker', 'Which craters has the moon?')).body;
  expect(message).toMatchObject({ content: 'The moon has 3 of them.', grounded: false, answered_by: 'small' });
});

it('refuses as the rules do where the language model comes to nothing, and says who did', async () => {
  await make('mute');
  const bare = { text: 'It is 11.' };
  const empty = { text: '' };
  for (const script of [
    [empty, empty, empty],
    [bare, bare, bare],
  ]) {
    provider.script(...script);
    const { message } = (await ask('mute', 'Which homes are haunted?')).body;
    expect(message).toMatchObject({ answered: false, answered_by: 'builtin', would_help: { term: 'haunted' } });
    expect(message.content).toContain('“haunted”');
  }
  await make('alone', { builtin: 'off', grounding: 'mark' });
  provider.script(empty);
  const { message } = (await ask('alone', 'Which homes are haunted?')).body;
  expect(message).toMatchObject({ answered: false, answered_by: 'small' });
});

it.each(['mark', 'off', 'require'])(
  'with grounding %s, gives the answer of the rules for one that is late',
  async (grounding) => {
    await make(`late_${grounding}`, { grounding, timeout_ms: 600 });
    const late = { text: ['word0 ', 'word1 ', 'word2 ', 'word3 '], stalls: true };
    provider.script(late);
    const { body } = await ask(`late_${grounding}`, 'What is the average price?');
    expect(body.message).toMatchObject({ answered_by: 'builtin', grounded: true });
    expect(body.message.content).toContain('30');
    provider.script(late);
    const other = (await ask(`late_${grounding}`, 'Which homes are haunted?')).body;
    expect(other.finish_reason).toBe('time_limit');
    expect(other.message.answered_by).toBe(grounding === 'require' ? 'builtin' : 'small');
  },
);

it('says which words of the question its rules did not use', async () => {
  const repairs = Array.from(
    { length: 60 },
    (_, at) => `${['Ann', 'Bob', 'Cid'][at % 3]},${at % 7},${at % 2 ? 'yes' : 'no'}`,
  );
  const csv = ['mechanic,hours,paid', ...repairs].join('\n');
  await service.call('POST', `${at}/tables?name=repairs`, csv, { 'content-type': 'text/csv' });
  await service.call('POST', `${at}/skills`, { name: 'bench', type: 'sql', params: { tables: ['repairs'] } });
  const model = { provider: 'openai_compatible', model_name: 'small', base_url: provider.openai };
  await service.call('POST', `${at}/agents`, { name: 'bench', model, skills: ['bench'] });
  const ask = async (content: string) => {
    provider.script({ fails: { status: 500 } }, { fails: { status: 500 } });
    const messages = [{ role: 'user', content }];
    return (await service.call('POST', `${at}/agents/bench/completions`, { messages })).body.message.content;
  };
  expect(await ask('average hours for nice repairs of Ann')).toMatch(/\*\*2\.95\*\*.*I did not use the word “nice”\./s);
  expect(await ask('How many repairs does Bob have?')).not.toContain('did not use');
});

it('tells small contexts no more of a result than they hold', async () => {
  await make('narrow', { builtin: 'off', max_input_tokens: 1000 });
  provider.script(query('SELECT range AS number FROM range(90) ORDER BY 1'), { text: 'From 0 to 89.' });
  await ask('narrow', 'Which numbers are there?');
  const wide = query("SELECT repeat('wide ', 40) AS text, range AS number FROM range(90)");
  provider.script(wide, { text: 'It is 7.' });
  await ask('narrow', 'What is wide?');
  const [whole, cut] = [provider.asked.at(-3), provider.asked.at(-1)].map((one) => one?.body.messages.at(-1).content);
  expect(whole).not.toContain('Cut here');
  expect([cut.length < 1700, /Cut here: it has \d{5} characters/.test(cut)]).toEqual([true, true]);
});

it('sends an empty result back once, with the values that are near, and the error of a query', async () => {
  await make('misspelling', { builtin: 'off' });
  const empty = "SELECT price FROM homes WHERE city = 'Roma'";
  const right = "SELECT max(price) AS most FROM homes WHERE city = 'Rome'";
  const question = 'What is the highest price in Roma?';
  provider.script(query(empty), query(empty), { text: 'There is none.' });
  const stubborn = (await ask('misspelling', question)).body.message;
  expect(toldBack()).toEqual([expect.stringContaining('"values":[{"value":"Rome","rows":2}]')]);
  expect(kinds({ message: stubborn }).filter((kind) => kind === 'tool')).toHaveLength(1);
  provider.script(query(empty), query(right), { text: 'At most 50.' });
  const corrected = (await ask('misspelling', question)).body.message;
  expect(corrected).toMatchObject({ content: 'At most 50.', grounded: true, answered_by: 'small' });
  provider.script(query('SELECT prise FROM homes'), query(right), { text: 'At most 50.' });
  const repaired = (await ask('misspelling', question)).body.message;
  expect(repaired).toMatchObject({ content: 'At most 50.', grounded: true });
  expect(toldBack()[0]).toMatch(/^query_failed: .*prise/);
});

it('reads SQL that is given to another tool as a query', async () => {
  await make('misplaced', { builtin: 'off' });
  const sql = 'SELECT max(price) AS price FROM homes';
  provider.script({ tools: [{ name: 'rents__find_values', input: { text: sql } }] }, { text: 'It is 50.' });
  const { message } = (await ask('misplaced', 'What is the highest price?')).body;
  expect(message).toMatchObject({ content: 'It is 50.', grounded: true });
  expect(message.steps[1]).toMatchObject({ name: 'rents__query', input: { sql } });
});

it('shows what there is of an answer that is cut', async () => {
  await make('cut', { grounding: 'off', builtin: 'off' });
  provider.script({ text: `Here it comes. ${'On and on it goes. '.repeat(200)}` });
  const { body } = await ask('cut', 'Tell me all.');
  expect(body.finish_reason).toBe('length');
  expect(body.message.content).toBe('Here it comes.');
  expect(body.message.steps[0].finish_reason).toBe('repetition');
  expect(body.usage).toMatchObject({ estimated: true, output_tokens: expect.toSatisfy((count: number) => count > 2) });
  expect(body.usage.total_tokens).toBe(body.usage.input_tokens + body.usage.output_tokens);
});

it('takes calls that are written, from a model whose server passes over tools, and then asks for them at once', async () => {
  await make('writer', { builtin: 'off' });
  const written = (input: unknown) => ({ text: JSON.stringify({ tool: 'rents__query', input }) });
  const sql = 'SELECT avg(price) AS price FROM homes';
  provider.script({ text: 'It is 11.' }, { text: 'It is 11.' }, written({ sql }), { text: '{"answer": "It is 30."}' });
  const first = await ask('writer', 'What is the average price?');
  expect(first.body.message).toMatchObject({ content: 'It is 30.', grounded: false });
  const [, , constrained, last] = provider.asked.slice(-4).map(({ body }) => body);
  expect(constrained.tools).toBeUndefined();
  const [calls] = constrained.response_format.json_schema.schema.anyOf;
  expect(calls.properties).toMatchObject({ tool: { enum: ['rents__query'] } });
  expect(constrained.messages[0].content).toContain('{"tool": "rents__query", "input": {"sql": …}}');
  expect(last.response_format.json_schema.schema.anyOf.at(-1).required).toEqual(['answer']);
  expect(last.messages.at(-1).content).toMatch(
    /The result of rents__query:\n<tool-data>[\s\S]*The question was: What is/,
  );
  provider.script(written({ sql: 'SELECT nothing FROM homes' }), written({ sql }), { text: '{"answer": "Thirty."}' });
  const next = await ask('writer', 'What is the mean price?');
  expect(next.body.message.content).toBe('Thirty.');
  expect(provider.asked.at(-2)?.body.messages.at(-1).content).toContain('query_failed');
});

it('asks in words alone where a server knows no constraint, and ends at the same call again', async () => {
  const refusal = { fails: { status: 400, body: { error: { message: 'response_format is not supported' } } } };
  const call = { text: '```json\n{"tool": "rents__query", "input": {"sql": "SELECT max(price) FROM homes"}}\n```' };
  provider.script(refusal, call, refusal, call, refusal, { text: '{"answer": "At most 50.' });
  const { body } = await ask('writer', 'What is the highest price?');
  expect(body.message, JSON.stringify(body)).toMatchObject({ content: 'At most 50.', grounded: false });
  expect(kinds(body).filter((kind) => kind === 'tool')).toHaveLength(1);
});

it('offers what the builtin reader would ask as a draft', async () => {
  await make('drafted');
  provider.script(query('SELECT 1'), { text: 'One.' });
  await ask('drafted', 'How many homes are there?');
  expect(provider.asked.at(-2)?.body.messages[0].content).toMatch(/A draft by rules.*rents__query.*count\(\*\)/s);
});

it('leaves a provider alone that is silent three times, and says so on the agent and in health', async () => {
  const impatient = await startTestService({ SIBYL_COMPLETION_FIRST_TOKEN_MS: '300' });
  onTestFinished(() => impatient.stop());
  const agents = `${await fill(impatient)}/agents`;
  const model = { provider: 'openai_compatible', model_name: 'silent', base_url: provider.openai };
  const params = { builtin: 'off' };
  await impatient.call('POST', agents, { name: 'silent', model, skills: ['rents'], params });
  const ask = (content: string) =>
    impatient.call('POST', `${agents}/silent/completions`, { messages: [{ role: 'user', content }] });
  const restsAfterSilence = async () => {
    for (let time = 0; time < 3; time += 1) {
      provider.script({ hangs: true });
      await ask('Are you there at all?');
    }
    return (await impatient.call('GET', `${agents}/silent`)).body.model_rests;
  };
  for (let time = 0; time < 3; time += 1) {
    provider.script({ hangs: true });
    const { body } = await ask('Are you there at all?');
    const limit = { limit_name: 'completion_first_token_ms', limit: 300 };
    expect(body).toMatchObject({ code: 'provider_timeout', ...limit });
    await expect(provider.asked.at(-1)?.closed).resolves.toBe('gone');
  }
  const before = provider.asked.length;
  const refused = await ask('Are you there at all?');
  expect([refused.status, refused.body.code, provider.asked.length]).toEqual([503, 'provider_unavailable', before]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20);
  expect((await impatient.call('GET', `${agents}/silent`)).body.model_rests).toMatchObject({ failures: 3 });
  expect((await impatient.call('GET', '/health/ready')).body.providers_resting).toBe(1);
  await impatient.call('PUT', `${agents}/silent`, { params: { builtin: 'fallback' } });
  expect((await ask('How many homes are there?')).body.message).toMatchObject({ answered_by: 'builtin' });
  const rekeyed = await impatient.call('PUT', `${agents}/silent`, { model: { api_key: 'sk-2' }, params });
  expect([rekeyed.status, rekeyed.body.model_rests]).toEqual([200, undefined]);
  expect(await restsAfterSilence()).toMatchObject({ failures: 3 });
  provider.script({ text: 'OK' });
  expect((await impatient.call('POST', `${agents}/silent/test`)).status).toBe(200);
  expect((await impatient.call('GET', `${agents}/silent`)).body.model_rests).toBe(undefined);
});
