import { expect, it } from 'vitest';
import { UnseenText } from './unseen-text.ts';

/** Takes pieces as the library does, which throws the reason of the signal. */
async function write(unseen: UnseenText, pieces: string[]): Promise<string> {
  for (const piece of pieces) {
    unseen.take(piece);
    await Promise.resolve();
    unseen.signal.throwIfAborted();
  }
  return pieces.join('');
}

it('ends a call whose arguments go round in a circle, and nothing else', async () => {
  const circle = ['{"sql": "SELECT a', ...Array<string>(200).fill(' AND a = 1')];
  const unseen = new UnseenText(new AbortController().signal);
  expect(await unseen.untilCircle(write(unseen, circle), 'nothing')).toBe('nothing');
  const sound = ['{"sql": "SELECT ', ...Array.from({ length: 60 }, (_, at) => `c${at * 7} + `), '1"}'];
  const other = new UnseenText(new AbortController().signal);
  expect(await other.untilCircle(write(other, sound), 'nothing')).toBe(sound.join(''));
});

it('lets who leaves leave, and tells other faults', async () => {
  const leaving = new AbortController();
  const unseen = new UnseenText(leaving.signal);
  leaving.abort(new Error('left'));
  await expect(unseen.untilCircle(write(unseen, ['a']), '')).rejects.toThrow('left');
  const other = new UnseenText(new AbortController().signal);
  await expect(other.untilCircle(Promise.reject(new Error('broken')), '')).rejects.toThrow('broken');
});
