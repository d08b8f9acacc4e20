import { expect, test } from 'vitest';
import { requireColumns } from './named-columns.ts';

test('a hundred of many columns that are not there are named', () => {
  const ignore = Array.from({ length: 20_000 }, (_, index) => `rnt${index}`);
  const errors = Array.from({ length: 100 }, (_, index) =>
    expect.objectContaining({ pointer: `/options/ignore/${index}` }),
  );
  const look = () => requireColumns({ target: 'rent', options: { ignore } }, ['rent', 'rooms']);
  expect(look).toThrow(expect.objectContaining({ code: 'column_not_found', errors }));
});
