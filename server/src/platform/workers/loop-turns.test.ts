import { expect, it } from 'vitest';
import { LoopTurns } from './loop-turns.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('begins a few pieces in each turn of the loop, in their order, and lets other work in between', async () => {
  const turns = new LoopTurns(4);
  const begun: number[] = [];
  for (let index = 0; index < 11; index += 1) turns.take(() => begun.push(index));
  const counts = [begun.length];
  for (let turn = 0; turn < 4; turn += 1) {
    await nextTurn();
    counts.push(begun.length);
  }
  expect(counts).toEqual([4, 8, 11, 11, 11]);
  expect(begun).toEqual(begun.toSorted((one, other) => one - other));
});

it('does not let a later piece pass one that waits', async () => {
  const turns = new LoopTurns(4);
  const begun: string[] = [];
  for (let index = 0; index < 5; index += 1) turns.take(() => begun.push('early'));
  await nextTurn();
  for (let index = 0; index < 5; index += 1) turns.take(() => begun.push('late'));
  await nextTurn();
  await nextTurn();
  expect(begun).toEqual([...Array(5).fill('early'), ...Array(5).fill('late')]);
});
