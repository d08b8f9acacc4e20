import { expect, it } from 'vitest';
import { Turn } from './turn.ts';

it('lets whoever writes little wait for one turn of a flood, not for all of it', async () => {
  const turn = new Turn(1000);
  const begun: string[] = [];
  await turn.take('flood');
  const waiting = ['flood', 'flood', 'flood', 'quiet', 'other', 'flood', 'quiet'].map(async (lane) => {
    await turn.take(lane);
    begun.push(lane);
    turn.release();
  });
  turn.release();
  await Promise.all(waiting);
  expect(begun).toEqual(['flood', 'quiet', 'other', 'flood', 'quiet', 'flood', 'flood']);
});

it('answers 503 to whoever waited too long, and goes on with those behind', async () => {
  const turn = new Turn(20);
  await turn.take('a');
  await expect(turn.take('b')).rejects.toMatchObject({ code: 'overloaded', status: 503 });
  const next = turn.take('b');
  turn.release();
  await next;
  turn.release();
  await turn.take('a');
});
