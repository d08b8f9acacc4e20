import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
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

it('lets steps in the background go last, project by project, one after a rest', async () => {
  const turn = new Turn(1000);
  const begun: string[] = [];
  const write = async (lane: string, isBackground: boolean) => {
    await turn.take(lane, isBackground);
    await pause(10);
    begun.push(isBackground ? `step of ${lane}` : lane);
    turn.release();
  };
  await Promise.all([
    ...['long', 'long', 'long', 'other'].map((lane) => write(lane, true)),
    ...['quiet', 'quiet'].map((lane) => write(lane, false)),
  ]);
  expect(begun).toEqual(['step of long', 'quiet', 'quiet', 'step of long', 'step of other', 'step of long']);
});

it('gives steps in the background a fifth of the time while others write without a break', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const turn = new Turn(1000);
  let isOver = false;
  const spent = { ordinary: 0, background: 0 };
  const write = async (isBackground: boolean) => {
    while (!isOver) {
      await turn.take('one', isBackground);
      await new Promise((resolve) => setTimeout(resolve, 2));
      spent[isBackground ? 'background' : 'ordinary'] += 1;
      turn.release();
    }
  };
  const all = [write(false), write(false), write(true), write(true)];
  await vi.advanceTimersByTimeAsync(400);
  isOver = true;
  await vi.advanceTimersByTimeAsync(20);
  await Promise.all(all);
  const share = spent.background / (spent.background + spent.ordinary);
  expect(share).toBeGreaterThan(0.1);
  expect(share).toBeLessThan(0.25);
});
