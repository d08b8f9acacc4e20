import { describe, expect, it } from 'vitest';
import { TextGuard, withoutRepetition } from './text-guard.ts';

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
    Array.from({ length: 80 }, (_, at) => `- ${at * 7} homes have ${at} rooms, the average is ${at * 13}.\n`).join(''),
    'The rent is due on the first day of a month. It is paid by transfer. '.repeat(2),
  ])('passes whole when it is an answer: %s', (text) => {
    expect(pass(text)).toEqual({ passed: text, ended: undefined });
  });

  const sentence = 'The average price of a home is what a home costs on average. ';
  it.each([
    ['the same sentence', sentence.repeat(100)],
    ['the same word', 'home '.repeat(500)],
    ['the same between others', Array.from({ length: 60 }, (_, at) => `${sentence}It is ${at}.\n`).join('')],
    [
      'few words in any order',
      Array.from({ length: 400 }, (_, at) => ['2026', '800', 'sqft'][(at * at + (at >> 2)) % 3]).join(' '),
    ],
  ])('ends when it goes round in a circle: %s', (_what, text) => {
    const { passed, ended } = pass(`I looked at it. ${text}`);
    expect([ended, passed.length < 2500]).toEqual(['repetition', true]);
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

it.each([
  ['<think>Shall I greet?</think>\n\nHello.', '\n\nHello.'],
  ['One <thinking>or two?</thinking>and two.', 'One and two.'],
  ['for ever</think>Hello.', 'for everHello.'],
  ['<think>This never ends, not even at <this>', ''],
  ['a <b and <thin', 'a <b and <thin'],
])('what is thought aloud in %j is left out, however it comes in pieces', (told, kept) => {
  for (const size of [1, 3, 7, 100]) {
    const guard = new TextGuard();
    let text = '';
    for (let at = 0; at < told.length; at += size) text += guard.take(told.slice(at, at + size)).text;
    expect(text + guard.rest()).toBe(kept);
  }
});
