import { expect, it } from 'vitest';
import { encodeJson } from '../../../platform/db/json.ts';
import { tellValidations } from './tell-validations.ts';

const judged = (version: number, scheme: string, column: string | null = null) => ({
  version,
  validation: encodeJson({ scheme, column }),
});

it('says where the figures of two versions are of other rows', () => {
  expect(tellValidations(judged(1, 'random'), judged(2, 'forward', 'month'))).toBe(
    'Their own figures do not compare: those of version 2 are for later rows by `month`, those of version 1 for rows held out at random.',
  );
  expect(tellValidations(judged(1, 'forward'), judged(2, 'group', 'customer'))).toMatch(
    /version 2 are for new values of `customer`, those of version 1 for later rows\.$/,
  );
});

it('says nothing of rows held out alike, or not at all', () => {
  expect(tellValidations(judged(1, 'forward', 'month'), judged(2, 'forward', 'month'))).toBeUndefined();
  expect(tellValidations({ version: 1, validation: null }, judged(2, 'random'))).toBeUndefined();
  expect(tellValidations(judged(1, 'random'), undefined)).toBeUndefined();
});
