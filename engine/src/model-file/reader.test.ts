import { expect, test } from 'vitest';
import { SavedValue } from './reader.ts';

test('members of a wide object are read without a copy of the object for each', () => {
  let copies = 0;
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`c${index}`, index]));
  const watched = new Proxy(wide, {
    ownKeys(target) {
      copies += 1;
      return Reflect.ownKeys(target);
    },
  });
  const saved = new SavedValue(watched, new Map());
  expect(saved.numbersByName()).toEqual(wide);
  expect(copies).toBe(1);
});
