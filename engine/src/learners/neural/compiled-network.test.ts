import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNetwork } from '../../../test/neural/plain-network.ts';
import { createRandom } from '../../random.ts';
import { compileNetworks } from './compiled-network.ts';
import { layOut } from './network.ts';

const size = fc.integer({ min: 1, max: 37 });

test('the kernel agrees with the plain loops bit for bit', () => {
  fc.assert(
    fc.property(size, size, size, size, size, fc.integer(), (inputs, first, second, outputs, width, seed) => {
      const random = createRandom(seed);
      const shape = { inputs, first, second, outputs };
      const newParameters = () => Float64Array.from({ length: layOut(shape).size }, () => random() - 0.5);
      const members = [newParameters(), newParameters()];
      const columns = Int32Array.from({ length: width }, () => Math.floor(random() * inputs));
      const values = Float64Array.from({ length: width }, () => (random() < 0.3 ? 0 : random() * 4 - 2));
      const compiled = compileNetworks(shape, members, width);
      compiled.columns.set(columns);
      compiled.values.set(values);
      const expected = new Float64Array(outputs);
      for (const [member, parameters] of members.entries()) {
        createNetwork(shape).forward(parameters, { columns, values }, 0, width, expected);
        expect([...compiled.forward(member)]).toEqual([...expected]);
      }
    }),
  );
});
