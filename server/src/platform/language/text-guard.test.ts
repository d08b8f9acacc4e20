import { describe, expect, it } from 'vitest';
import { withoutRepetition } from './repetition.ts';
import { TextGuard } from './text-guard.ts';

/** Passes a text in pieces, as it comes from a provider. */
function pass(text: string, size = 5) {
  const guard = new TextGuard();
  let passed = '';
  for (let at = 0; at < text.length; at += size) {
    const { text: piece, ended } = guard.take(text.slice(at, at + size));
    passed += piece;
    if (ended) return { passed, ended };
  }
  return { passed: passed + guard.rest(), ended: undefined };
}

describe('the text of a language model', () => {
  it.each([
    ['There are 3.<|im_end|>\n<|im_start|>user\nHow many', 'There are 3.'],
    ['Three<end_of_turn>\n<start_of_turn>model', 'Three'],
    ['Three</s>[INST] and then', 'Three'],
    ['<|im_start|>assistant\nThree<|im_end|>', 'Three'],
  ])('ends where the marks of its chat template begin: %s', (text, shown) => {
    for (const size of [1, 3, 1000]) expect(pass(text, size)).toEqual({ passed: shown, ended: 'chat_tag' });
  });

  it.each([
    'a < b and b > c, [I think], x <| y',
    'ends with <',
    '| city | price |\n| --- | --- |\n| Rome | 10 |\n| Oslo | 10 |\n'.repeat(6),
    `| kind |\n| --- |\n${'| flat |\n'.repeat(25)}`,
    Array.from({ length: 80 }, (_, at) => `- ${at * 7} homes have ${at} rooms, the average is ${at * 13}.\n`).join(''),
    'The rent is due on the first day of a month. It is paid by transfer. '.repeat(2),
  ])('passes whole when it is an answer: %s', (text) => {
    expect(pass(text)).toEqual({ passed: text, ended: undefined });
  });

  const sentence = 'The average price of a home is what a home costs on average. ';
  it.each([
    ['the same sentence', sentence.repeat(100)],
    ['the same word', 'home '.repeat(500)],
    ['the same row', `| columns | rows |\n| --- | --- |\n${'| rows | 5000 |\n'.repeat(100)}`],
    ['the same between others', Array.from({ length: 60 }, (_, at) => `${sentence}It is ${at}.\n`).join('')],
    [
      'few words in any order',
      Array.from({ length: 400 }, (_, at) => ['2026', '800', 'sqft'][(at * at + (at >> 2)) % 3]).join(' '),
    ],
  ])('ends when it goes round in a circle: %s', (_what, text) => {
    const { passed, ended } = pass(`I looked at it. ${text}`);
    expect([ended, passed.length < 1500]).toEqual(['repetition', true]);
    expect(withoutRepetition(passed).length).toBeLessThan(passed.length);
    expect(withoutRepetition(passed)).toContain('I looked at it.');
  });

  it('is watched in a time that grows in line with it, whatever it says', () => {
    const started = process.cpuUsage().user;
    const { ended } = pass(`${'a'.repeat(3)}.${Array.from({ length: 100_000 }, (_, at) => `${at}.b`).join('')}`, 1000);
    expect(ended).toBeUndefined();
    expect(process.cpuUsage(undefined).user - started).toBeLessThan(5e6);
  });
});

/** Returns what is left of a text that comes in pieces. */
function guarded(told: string, size: number, guard = new TextGuard()) {
  let text = '';
  for (let at = 0; at < told.length; at += size) {
    const taken = guard.take(told.slice(at, at + size));
    text = taken.restarts ? taken.text : text + taken.text;
  }
  return text + guard.rest();
}

it.each([
  ['<think>Shall I greet?</think>\n\nHello.', '\n\nHello.'],
  ['One <thinking>or two?</thinking>and two.', 'One and two.'],
  ['for ever</think>Hello.', 'Hello.'],
  ['for ever</think>\n\nHello <b>you</b>.', '\n\nHello <b>you</b>.'],
  ['The end of a thought is </think>.', 'The end of a thought is .'],
  ['<think>a</think>One</think> and two.', 'One and two.'],
  ['<think>a<think>b</think>inside</think>Hello.', 'Hello.'],
  ['<think>They say <think> opens it</think>Hello.', 'Hello.'],
  ['<think foo="1">inside</think>Hello.', 'Hello.'],
  ['< think >inside</ think >Hello.', 'Hello.'],
  ['<thought>inside</thought>Hello <reasoning>and inside</reasoning>you.', 'Hello you.'],
  ['<THOUGHTS>inside</THOUGHTS>Hello<think/>.', 'Hello.'],
  ['<think>This never ends, not even at <this>', ''],
  ['a <b and <thin', 'a <b and <thin'],
  ['a < t and <thinker> and <reasons>', 'a < t and <thinker> and <reasons>'],
])('what is thought aloud in %j is left out, however it comes in pieces', (told, kept) => {
  for (const size of [1, 3, 7, 100]) expect(guarded(told, size)).toBe(kept);
});

it.each([
  ['for ever</think>Hello.', 'Hello.', undefined],
  ['<think>for ever</think>Hello.', 'Hello.', undefined],
  ['Hello, without a thought.', 'Hello, without a thought.', false],
  ['Hello.<|im_end|>\n<|im_start|>user', 'Hello.', false],
])('of a model whose template opens a thought, nothing of %j is told before it ends', (told, kept, learned) => {
  for (const size of [1, 7, 100]) {
    const guard = new TextGuard(true);
    expect(guarded(told, size, guard)).toBe(kept);
    expect(guard.opensUnseen).toBe(learned);
  }
  const guard = new TextGuard();
  guarded('for ever</think>Hello.', 3, guard);
  expect(guard.opensUnseen).toBe(true);
});

it('a thought that goes round in a circle ends, one that comes back to a sentence does not', () => {
  const endless = (text: string) => {
    const guard = new TextGuard();
    return text.match(/[\s\S]{1,50}/g)?.some((piece) => guard.take(piece).ended === 'repetition');
  };
  expect(endless(`<think>${'I must think again. '.repeat(200)}`)).toBe(true);
  const steps = Array.from(
    { length: 60 },
    (_, at) => `But wait, let me check that again. ${at} is ${at * 17}, so no.\n`,
  );
  expect(endless(`<think>${steps.join('')}`)).toBe(false);
});
