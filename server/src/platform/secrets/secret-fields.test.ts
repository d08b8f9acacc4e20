import { expect, it } from 'vitest';
import { SealBrokenError, SealedBox } from './sealed-box.ts';
import { mask, SecretFields } from './secret-fields.ts';

const box = new SealedBox(Buffer.alloc(32, 7));
const fields = new SecretFields(box, 'skills/a', ['password', 'headers']);
const given = { host: 'x', password: 'one', headers: { A: 'two', B: 'three' } };

it('seals, hides and opens texts and objects of texts, and nothing else', () => {
  const stored = fields.seal(given, {}, '/params');
  expect(JSON.stringify(stored)).not.toMatch(/one|two|three/);
  expect(fields.hide(stored)).toEqual({ host: 'x', password: mask, headers: { A: mask, B: mask } });
  expect(fields.open(stored)).toEqual(given);
});

it('keeps what a mask stands for, and takes what is new', () => {
  const stored = fields.seal(given, {}, '/params');
  const changed = fields.seal({ password: mask, headers: { A: mask, C: 'four' } }, stored, '/params');
  expect(fields.open(changed)).toEqual({ password: 'one', headers: { A: 'two', C: 'four' } });
});

it('takes no mask where no secret is', () => {
  const stored = fields.seal({ headers: { A: 'two' } }, {}, '/params');
  expect(() => fields.seal({ headers: { B: mask } }, stored, '/params')).toThrow('/params/headers/B');
  expect(() => fields.seal({ password: mask }, {}, '/parameters')).toThrow('/parameters/password');
});

it('tells whether a secret of before would be used', () => {
  expect(fields.keptBy({ password: 'new', headers: { A: 'new' } })).toBeUndefined();
  expect(fields.keptBy({ password: mask })).toBe('password');
  expect(fields.keptBy({ headers: { A: 'new', B: mask } })).toBe('headers');
});

it('opens no secret of another owner', () => {
  const stored = fields.seal(given, {}, '/params');
  expect(() => new SecretFields(box, 'skills/b', ['password']).open(stored)).toThrow(SealBrokenError);
});
