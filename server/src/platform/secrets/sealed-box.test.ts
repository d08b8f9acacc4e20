import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SealBrokenError, SealedBox } from './sealed-box.ts';

const masterKey = randomBytes(32);
const box = new SealedBox(masterKey);

test('opens what it sealed, also after a restart', () => {
  const secret = `sk-${'ü'.repeat(200)}`;
  const sealed = box.seal(secret, 'agents/a');
  expect(new SealedBox(masterKey).open(sealed, 'agents/a')).toBe(secret);
  expect(box.open(box.seal('', 'agents/a'), 'agents/a')).toBe('');
});

test('never seals twice alike and shows nothing of the secret', () => {
  const [one, two] = [box.seal('sk-secret', 'a'), box.seal('sk-secret', 'a')];
  expect(one).not.toBe(two);
  expect(Buffer.from(one.slice(3), 'base64url').toString('latin1')).not.toContain('secret');
});

test('opens nothing for another owner, under another key, or damaged', () => {
  const sealed = box.seal('sk-secret', 'agents/a');
  const middle = sealed.length >> 1;
  const damaged = sealed.slice(0, middle) + (sealed[middle] === 'A' ? 'B' : 'A') + sealed.slice(middle + 1);
  const attempts = [
    () => box.open(sealed, 'agents/b'),
    () => new SealedBox(randomBytes(32)).open(sealed, 'agents/a'),
    () => box.open(damaged, 'agents/a'),
    () => box.open(sealed.slice(0, 20), 'agents/a'),
    () => box.open('sk-secret', 'agents/a'),
  ];
  for (const attempt of attempts) expect(attempt).toThrow(SealBrokenError);
});
