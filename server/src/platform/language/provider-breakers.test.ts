import { expect, it } from 'vitest';
import { ProviderBreakers } from './provider-breakers.ts';

it('leaves a provider alone after three silences in a row, then lets one question try', () => {
  let now = 1_000_000;
  const breakers = new ProviderBreakers(() => now);
  const fail = () => {
    breakers.enter('a');
    breakers.failed('a', 'It gave no answer.');
  };
  fail();
  fail();
  breakers.forget('a');
  fail();
  fail();
  expect(breakers.resting).toBe(0);
  fail();
  expect(() => breakers.enter('a')).toThrow(/not asked for 60 s.*It gave no answer/);
  expect(breakers.restOf('a')).toMatchObject({ failures: 3, until: new Date(now + 60_000).toISOString() });
  expect([breakers.resting, breakers.restOf('b')]).toEqual([1, undefined]);
  breakers.enter('b');
  now += 60_000;
  breakers.enter('a');
  expect(() => breakers.enter('a')).toThrow();
  breakers.left('a');
  fail();
  expect(() => breakers.enter('a')).toThrow();
  now += 60_000;
  breakers.enter('a');
  breakers.forget('a');
  breakers.enter('a');
  expect(breakers.resting).toBe(0);
});
