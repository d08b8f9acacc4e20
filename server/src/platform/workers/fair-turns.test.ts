import { describe, expect, it } from 'vitest';
import { FairTurns, type Requester, type Turn } from './fair-turns.ts';

const lots = { name: 'waiting_requests', value: 1000 } as const;
const ask = (project: string, caller = 'key'): Requester => ({ project, caller });

/** Mulberry32: the same numbers in each run. */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Records who gets a place, in order; each place is held until it is taken from `held`. */
function watch(turns: FairTurns) {
  const begun: string[] = [];
  const held: { name: string; turn: Turn }[] = [];
  const start = (requester: Requester) => {
    const name = `${requester.project}/${requester.caller}`;
    return turns.take(requester).then((turn) => {
      begun.push(name);
      held.push({ name, turn });
    });
  };
  const end = async (count = 1) => {
    for (const { turn } of held.splice(0, count)) turn.end();
    await new Promise(setImmediate);
  };
  return { begun, held, start, end };
}

describe('fair turns', () => {
  it('leave half of the places to others, however much one project asks for', async () => {
    const turns = new FairTurns({ places: 4, waiting: lots });
    const { begun, start } = watch(turns);
    for (let count = 0; count < 20; count += 1) start(ask('flood'));
    await start(ask('quiet'));
    await start(ask('other'));
    expect(begun).toEqual(['flood/key', 'flood/key', 'quiet/key', 'other/key']);
  });

  it('go to whoever holds least, then to whose turn is longest ago', async () => {
    const turns = new FairTurns({ places: 1, waiting: lots });
    const { begun, start, end } = watch(turns);
    for (const project of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) start(ask(project));
    for (let count = 0; count < 7; count += 1) await end();
    expect(begun.map((name) => name[0]).join('')).toBe('abcabaa');
  });

  it('go round among the keys of a project', async () => {
    const turns = new FairTurns({ places: 1, waiting: lots });
    const { begun, start, end } = watch(turns);
    for (const caller of ['1', '1', '1', '2', '2', '3']) start(ask('a', caller));
    for (let count = 0; count < 6; count += 1) await end();
    expect(begun.map((name) => name[2]).join('')).toBe('112312'); // the first one found the place free
  });

  it('are lost by a waiter that goes away, and nobody waits for it', async () => {
    const turns = new FairTurns({ places: 1, waiting: lots });
    const first = await turns.take(ask('a'));
    const gone = new AbortController();
    const waiting = turns.take({ ...ask('b'), signal: gone.signal });
    const next = turns.take(ask('c'));
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(turns.usage).toEqual({ busy: 1, waiting: 1 });
    first.end();
    first.end(); // ending twice counts once
    (await next).end();
    expect(turns.usage).toEqual({ busy: 0, waiting: 0 });
    await expect(turns.take({ ...ask('b'), signal: gone.signal })).rejects.toThrow('gone');
  });

  it('leave room in the queue for other projects and other keys', async () => {
    const turns = new FairTurns({ places: 1, waiting: { name: 'waiting_requests', value: 90 } });
    const holder = await turns.take(ask('holder'));
    const flood = Array.from({ length: 200 }, () => turns.take(ask('flood')));
    for (const taken of flood) taken.catch(() => {});
    await expect(flood[199]).rejects.toMatchObject({
      code: 'queue_full',
      status: 503,
      extensions: { limit_name: 'waiting_requests', limit: 90 },
    });
    const waiting = turns.usage.waiting;
    expect(waiting).toBe(30); // a third: the project may have half, and no key all of that
    const others = [turns.take(ask('flood', 'other key')), turns.take(ask('quiet'))];
    expect(turns.usage.waiting).toBe(waiting + 2);
    holder.end();
    const ends = [...flood.slice(0, 30), ...others].map((taken) => taken.then((turn) => turn.end()));
    await Promise.all(ends);
    expect(turns.usage).toEqual({ busy: 0, waiting: 0 });
  });

  it('count what waits by its size', async () => {
    const turns = new FairTurns({ places: 1, waiting: { name: 'waiting_bytes', value: 100 } });
    const first = await turns.take(ask('a'), 1000); // what need not wait may be of any size
    const second = turns.take(ask('b'), 60);
    await expect(turns.take(ask('c'), 50)).rejects.toMatchObject({ code: 'queue_full' });
    first.end();
    (await second).end();
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('hold their promises whatever comes: seed %i', async (seed) => {
    const chance = chanceFrom(seed);
    const places = 1 + Math.floor(chance() * 6);
    const turns = new FairTurns({ places, waiting: lots });
    const working = new Map<Turn, string>();
    const waiting = new Map<object, { project: string; since: number; leave: AbortController }>();
    let given = 0;
    let served = 0;
    let gone = 0;
    let asked = 0;
    const heldBy = (project: string) => [...working.values()].filter((one) => one === project).length;
    for (let step = 0; step < 500; step += 1) {
      const what = chance();
      if (what < 0.5) {
        const project = `p${Math.floor(chance() ** 3 * 8)}`; // some ask much more than others
        const leave = new AbortController();
        const ticket = {};
        waiting.set(ticket, { project, since: given, leave });
        asked += 1;
        turns
          .take({ project, caller: `k${Math.floor(chance() * 3)}`, signal: leave.signal })
          .then((turn) => {
            given += 1;
            served += 1;
            waiting.delete(ticket);
            working.set(turn, project);
          })
          .catch(() => {
            waiting.delete(ticket);
            gone += 1;
          });
      } else if (what < 0.9) {
        const [turn] = [...working.keys()].slice(Math.floor(chance() * working.size));
        if (turn) {
          working.delete(turn);
          turn.end();
        }
      } else {
        const [one] = [...waiting.values()].slice(Math.floor(chance() * waiting.size));
        one?.leave.abort(new Error('gone'));
      }
      await new Promise(setImmediate);
      expect(working.size).toBeLessThanOrEqual(places);
      expect(turns.usage).toEqual({ busy: working.size, waiting: waiting.size });
      const free = places - working.size;
      for (const { project } of waiting.values()) expect(heldBy(project)).toBeGreaterThanOrEqual(free);
    }
    while (working.size > 0) {
      for (const turn of working.keys()) turn.end();
      working.clear();
      await new Promise(setImmediate);
    }
    expect([waiting.size, served + gone]).toEqual([0, asked]);
    expect(turns.usage).toEqual({ busy: 0, waiting: 0 });
  });
});
