/** What is collected of a stream whose text begins inside a thought, as far as was seen, and has none. */
import { expect, it } from 'vitest';
import { CollectedStep } from './collected-step.ts';
import { textOf } from './model-step.ts';

function collect({ opensUnseen = true, maxOutputTokens = 500 } = {}) {
  const told: string[] = [];
  const listening = { onText: (text: string) => void told.push(text), onRestart: () => {}, opensUnseen };
  const step = new CollectedStep({ provider: 'openai_compatible' }, { maxOutputTokens }, listening);
  const say = (id: string, ...pieces: string[]) => {
    step.add({ type: 'text-start', id });
    for (const delta of pieces) {
      const ended = step.add({ type: 'text-delta', id, delta });
      if (ended) return ended;
    }
    return undefined;
  };
  const block = (id: string, ...pieces: string[]) => {
    const ended = say(id, ...pieces);
    step.add({ type: 'text-end', id });
    return ended;
  };
  return { step, say, block, told };
}

it.each([true, false])('tells each block once (a thought is open: %s)', (opensUnseen) => {
  const { step, block, told } = collect({ opensUnseen });
  block('1', 'It is A.');
  block('2', ' It is B.');
  block('3', ' It is C.');
  expect(step.text).toBe('It is A. It is B. It is C.');
  expect(told.join('')).toBe(step.text);
});

it('tells what follows an end without a beginning once, also without a word in it', () => {
  const { step, block } = collect({ opensUnseen: false });
  block('1', 'Let me think.</think>', ' …');
  block('2', ' So: ');
  block('3', 'it is C.');
  expect(step.text.split('…')).toHaveLength(1);
  expect(step.text).toBe(' So: it is C.');
});

it('takes a text back that turns out to be a thought only in the next block', () => {
  const { step, block } = collect();
  block('1', 'What is it?');
  block('2', '</think>It is C.');
  expect(step.text).toBe('It is C.');
});

it('keeps an answer that is cut before it is known for no thought', () => {
  const { step, say, told } = collect();
  say('1', 'It is A, ', 'and then B');
  const { content, finishReason, opensUnseen } = step.cut();
  expect([textOf(content), finishReason.unified, opensUnseen]).toEqual(['It is A, and then B', 'length', false]);
  expect(told.join('')).toBe('It is A, and then B');
});

it('keeps and tells the last letters, which may begin a mark', () => {
  const { step, say, told } = collect({ opensUnseen: false });
  say('1', 'It is a <b');
  expect(textOf(step.cut().content)).toBe('It is a <b');
  expect(told.join('')).toBe('It is a <b');
});

it('shortens what goes round in circles, and tells it nobody before', () => {
  const { step, say, told } = collect();
  const ended = say('1', 'I looked. ', ...Array.from({ length: 60 }, () => 'It is A or B. '));
  expect(ended).toBe('repetition');
  const text = textOf(step.cut(ended).content);
  expect(text).toBe('I looked.');
  expect(told.join('')).toBe('');
});

it('leaves out what began after a repetition', () => {
  const { step, say } = collect({ opensUnseen: false });
  const ended = say('1', 'I looked. ', `${'It is A or B. '.repeat(60)}<b`);
  expect([ended, textOf(step.cut(ended).content)]).toEqual(['repetition', 'I looked.']);
});
