import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { withinRequest } from '../../platform/telemetry/scope.ts';
import { parserInTurn } from './parse-in-turn.ts';

const long = JSON.stringify({ text: 'x'.repeat(300_000) });

function request(destroyed: boolean): FastifyRequest {
  const about = { ip: '127.0.0.1', raw: { socket: { destroyed } } };
  return about as Partial<FastifyRequest> as FastifyRequest;
}

/** Records who was parsed, in order, and the errors. */
function watch() {
  const parse = parserInTurn();
  const order: string[] = [];
  const ask = (project: string, text: string, isGone = false) =>
    new Promise<unknown>((resolve) => {
      const done = (error: Error | null, value: unknown) => {
        order.push(project);
        resolve(error ?? value);
      };
      const scope = { requestId: undefined, project, span: undefined };
      withinRequest(scope, () => parse(request(isGone), text, done));
    });
  return { order, ask };
}

it('parses short bodies at once and long ones one after the other, projects alike', async () => {
  const { order, ask } = watch();
  const all = ['flood', 'flood', 'flood', 'quiet', 'flood'].map((project) => ask(project, long));
  expect(await ask('short', '{"a":1}')).toEqual({ a: 1 });
  await Promise.all(all);
  expect(order).toEqual(['short', 'flood', 'quiet', 'flood', 'flood', 'flood']);
});

it('lets others have as much time after a long body as it took', async () => {
  const { ask } = watch();
  const costly = JSON.stringify(Array.from({ length: 200_000 }, (_, index) => ({ index })));
  const all = Array.from({ length: 4 }, () => ask('flood', costly));
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  await Promise.all(all);
  clearInterval(counting);
  expect(turns).toBeGreaterThanOrEqual(3); // as many pauses, of many milliseconds each
});

it('says what is wrong with a long body, and does not read one whose sender has gone', async () => {
  const { ask } = watch();
  expect(await ask('a', long.slice(0, -1))).toMatchObject({ code: 'invalid_json' });
  expect(await ask('a', long, true)).toMatchObject({ message: expect.stringContaining('nobody waits') });
  expect(await ask('a', long)).toMatchObject({ text: expect.any(String) });
});
