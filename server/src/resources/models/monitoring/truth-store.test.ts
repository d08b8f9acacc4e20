import { expect, it } from 'vitest';
import { decodeJson } from '../../../platform/db/json.ts';
import { shapeOf } from './shapes.ts';
import { compare, type ShadowFigures } from './truth-store.ts';

const shape = shapeOf({ classes: ['Cat', 'Dog'], residuals: null, target: 'kind' } as unknown as Parameters<
  typeof shapeOf
>[0]);

it('knows a class as a challenger spells it', () => {
  const rightOf = (answer: string, truth: string) => {
    const shadow = { version: 2, value: answer, confidence: 1, lower: null, upper: null };
    const figures = compare({ value: 'Cat', confidence: 1, lower: null, upper: null, shadow }, truth, shape);
    return decodeJson<ShadowFigures>(figures!.shadow!).is_right;
  };
  expect([rightOf('cat', 'Cat'), rightOf('CAT ', 'cat'), rightOf('Cat', ' cat')]).toEqual([1, 1, 1]);
  expect([rightOf('dog', 'Cat'), rightOf('ant', 'cat'), rightOf('ant', 'Ant'), rightOf('Cat', 'Ant')]).toEqual([
    0, 0, 1, 0,
  ]);
});
