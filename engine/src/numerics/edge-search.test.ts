import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBelow, prepareEdges } from './edge-search.ts';

const numbers = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer({ min: -20, max: 20 }),
  fc.constantFrom(0, -0, Number.MIN_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE, Infinity, -Infinity),
);

test('as many edges lie below a number as a look at each of them says', () => {
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 60 }), fc.array(numbers), (all, others) => {
      const edges = Float64Array.from(new Set(all)).sort();
      const search = prepareEdges(edges);
      for (const value of [...others, ...edges])
        expect(countBelow(search, value)).toBe(edges.filter((edge) => edge < value).length);
    }),
    { numRuns: 300 },
  );
});
