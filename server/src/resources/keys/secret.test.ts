import { expect, it } from 'vitest';
import { newId } from '../../ids.ts';
import { hashSecret, keyIdOf, newSecret } from './secret.ts';

it('names its key and is new each time', () => {
  const id = newId('key');
  const [one, other] = [newSecret(id), newSecret(id)];
  expect([keyIdOf(one), keyIdOf(other)]).toEqual([id, id]);
  expect(one).not.toBe(other);
  expect(one).toMatch(/^sib_[0-9A-Z]{26}_[0-9A-Za-z]{38}$/);
});

it('tells a slip in any place', () => {
  const secret = newSecret(newId('key'));
  for (let place = 'sib_'.length; place < secret.length; place += 1) {
    const slip = secret[place] === '7' ? '8' : '7';
    expect(keyIdOf(secret.slice(0, place) + slip + secret.slice(place + 1)), `place ${place}`).toBeUndefined();
  }
  expect(keyIdOf(secret.slice(0, -1))).toBeUndefined();
  expect(keyIdOf(` ${secret}`)).toBeUndefined();
});

it('is kept as a hash that hangs on the key of the service', () => {
  const secret = newSecret(newId('key'));
  const hash = hashSecret(Buffer.alloc(32, 1), secret);
  expect(hash).toBe(hashSecret(Buffer.alloc(32, 1), secret));
  expect(hash).not.toBe(hashSecret(Buffer.alloc(32, 2), secret));
});
