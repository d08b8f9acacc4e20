import { describe, expect, it } from 'vitest';
import { Pool } from './pool.ts';
import type { PooledWorker } from './warm-workers.ts';

interface Numbered extends PooledWorker {
  number: number;
  isAlive: boolean;
  isLow: boolean;
}

function openNumbered(workers: number, isShared = false) {
  const started: Numbered[] = [];
  const start = () => {
    const ended = Promise.withResolvers<void>();
    const worker: Numbered = {
      number: started.length + 1,
      isAlive: true,
      isLow: false,
      heldBytes: 0,
      ended: ended.promise,
      kill: () => {
        worker.isAlive = false;
        ended.resolve();
      },
    };
    started.push(worker);
    return worker;
  };
  const waiting = { name: 'waiting_requests', value: 100 } as const;
  const pool = new Pool(start, { workers, waiting, isShared, idleMs: 60_000, warmBytes: 1 });
  /** Works until it is ended. */
  const work = (project: string) => {
    const over = Promise.withResolvers<boolean>();
    const number = Promise.withResolvers<number>();
    const done = pool.use({ project, caller: 'key' }, async (worker) => {
      number.resolve(worker.number);
      worker.isLow ||= await over.promise;
    });
    const end = async (isLong = false) => {
      over.resolve(isLong);
      await done;
    };
    return { number: number.promise, end };
  };
  const workOnce = async (project: string, isLong = false) => {
    const { number, end } = work(project);
    await end(isLong);
    return number;
  };
  return { pool, started, work, workOnce };
}

const living = (started: readonly Numbered[]) => started.filter(({ isAlive }) => isAlive).map(({ number }) => number);

describe('a pool of workers', () => {
  it('lends a warm worker to whoever asks, first of all to who had it', async () => {
    const { work, workOnce } = openNumbered(4);
    const [one, other] = [work('a'), work('b')];
    expect([await one.number, await other.number]).toEqual([1, 2]);
    await other.end();
    await one.end();
    expect([await workOnce('b'), await workOnce('a'), await workOnce('c')]).toEqual([2, 1, 2]);
  });

  it('starts one worker in advance, which the first task of any project gets', async () => {
    const { pool, started, workOnce } = openNumbered(4);
    pool.prepare();
    pool.prepare();
    expect([living(started), pool.usage.idle]).toEqual([[1], 1]);
    expect(await workOnce('a')).toBe(1);
    pool.prepare();
    expect(living(started)).toEqual([1]);
    await pool.close();
    pool.prepare();
    expect(living(started)).toEqual([]);
  });

  it('leaves its warm worker to a quiet project, however many another one keeps at work', async () => {
    const { work, workOnce, started } = openNumbered(3);
    let flood = [work('flood'), work('flood')];
    await Promise.all(flood.map(({ number }) => number));
    expect(await workOnce('quiet')).toBe(3);
    for (let round = 0; round < 20; round += 1) {
      const next = [work('flood'), work('flood')];
      for (const { end } of flood) await end(round % 2 === 0);
      flood = next;
      await Promise.all(flood.map(({ number }) => number));
      expect(await workOnce('quiet')).toBe(3);
    }
    for (const { end } of flood) await end();
    expect(started.length).toBe(3); // none was started anew, not even for the flood
  });

  it('keeps a worker that worked for long to the project that let it', async () => {
    const { workOnce } = openNumbered(3);
    expect(await workOnce('long', true)).toBe(1);
    expect([await workOnce('long'), await workOnce('short')]).toEqual([1, 2]);
  });

  it('never has more workers than places: an idle one goes for one that is needed, the slow one first', async () => {
    const { workOnce, started } = openNumbered(2);
    await workOnce('a', true);
    await workOnce('b', true);
    expect(await workOnce('c')).toBe(3);
    expect(living(started)).toEqual([2, 3]);
    expect(await workOnce('d', true)).toBe(3);
    expect(await workOnce('e')).toBe(4);
    expect(living(started)).toEqual([3, 4]);
  });

  it('gives a shared worker to whoever comes next, also after long work', async () => {
    const { workOnce } = openNumbered(1, true);
    expect([await workOnce('one', true), await workOnce('other'), await workOnce('one')]).toEqual([1, 1, 1]);
  });
});
