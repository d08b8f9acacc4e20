import { Places } from '../../trees/kernel/places.ts';
import { createLayerKernel } from '../../trees/kernel/wasm.ts';
import type { WalkRow } from '../contract.ts';
import { fillRow, termWidth } from '../design.ts';
import { layOut, type Shape } from './network.ts';
import type { NetworkModel } from './network-model.ts';

/** Units of the second layer that the kernel adds at once. */
const block = 16;
/** Most bytes of what the background adds to the first layer. */
const mostBytes = 2 ** 24;

/** Addresses of one network; engine/kernel/network-walk.wat describes them. */
interface Addresses {
  /** What each input adds to the first layer: in each background row, and in the explained one. */
  others: number;
  own: number;
  /** The sums of the first layer of each background row. */
  sums: number;
  second: number;
  bias: number;
  third: number;
}

/**
 * Evaluates networks of one output along walks. A step changes one input, so only its part of the first layer is
 * added anew. Undefined where too much would be kept. `background` is rows x features.
 */
export function walkNetworks(
  { design, shape, members, mean, spread }: NetworkModel,
  background: Float64Array,
  inputOf: Int32Array,
  weight: number,
): WalkRow | undefined {
  const { first, second } = shape;
  const layout = layOut(shape);
  const inputCount = Math.max(0, ...inputOf) + 1;
  const featureCount = inputOf.length;
  const rowCount = background.length / featureCount;
  const units = Math.ceil(first / 2) * 2;
  const wide = Math.ceil(second / block) * block;
  const inputsOfEntries = Int32Array.from(
    design.terms.flatMap((term) => new Array<number>(termWidth(term)).fill(inputOf[term.feature])),
  );
  if (shape.outputs !== 1 || inputsOfEntries.includes(-1)) return undefined;
  if (members.length * rowCount * (inputCount + 1) * units * 8 > mostBytes) return undefined;
  const places = new Places();
  const addresses = members.map(
    (): Addresses => ({
      others: places.take(rowCount * inputCount * units * 8),
      own: places.take(inputCount * units * 8),
      sums: places.take(rowCount * units * 8),
      second: places.take(units * wide * 8),
      bias: places.take(wide * 8),
      third: places.take(wide * 8),
    }),
  );
  const hidden = places.take(units * 8);
  const active = places.take((units + 1) * 4);
  const steps = places.take(inputCount * 4);
  const out = places.take(inputCount * 8);
  const memory = new WebAssembly.Memory({ initial: places.pages, maximum: places.pages, shared: true });
  const { walkNetwork } = createLayerKernel(memory);
  const doubles = (address: number, count: number) => new Float64Array(memory.buffer, address, count);
  const columns = new Int32Array(design.width);
  const values = new Float64Array(design.width);

  /** Writes what each input of a row adds to the first layer. */
  function addInputs(rows: Float64Array, start: number, parameters: Float64Array, into: Float64Array): void {
    fillRow(design, rows, start, columns, values, 0);
    into.fill(0);
    for (let entry = 0; entry < values.length; entry++) {
      const [from, to, value] = [columns[entry] * first, inputsOfEntries[entry] * units, values[entry]];
      if (value !== 0) for (let unit = 0; unit < first; unit++) into[to + unit] += value * parameters[from + unit];
    }
  }

  for (const [member, parameters] of members.entries()) {
    const { others, sums } = addresses[member];
    writeUpperLayers(memory, shape, parameters, addresses[member], wide);
    for (let row = 0; row < rowCount; row++) {
      const added = doubles(others + row * inputCount * units * 8, inputCount * units);
      addInputs(background, row * featureCount, parameters, added);
      const sum = doubles(sums + row * units * 8, units);
      sum.set(parameters.subarray(layout.firstBias, layout.firstBias + first));
      for (const [place, part] of added.entries()) sum[place % units] += part;
    }
  }
  const own = addresses.map((each) => doubles(each.own, inputCount * units));
  const stepPlaces = new Int32Array(memory.buffer, steps, inputCount);
  const outputs = doubles(out, inputCount);

  return (row, { backgrounds, starts, order }, into) => {
    for (const [member, parameters] of members.entries()) addInputs(row, 0, parameters, own[member]);
    for (let walk = 0; walk < backgrounds.length; walk++) {
      const [start, count] = [starts[walk], starts[walk + 1] - starts[walk] - 1];
      for (let step = 0; step < count; step++) stepPlaces[step] = order[start + step] * units * 8;
      for (let member = 0; member < members.length; member++) {
        const at = addresses[member];
        walkNetwork(
          at.sums + backgrounds[walk] * units * 8,
          hidden,
          units * 8,
          steps,
          steps + 4 * Math.max(0, count),
          at.own,
          at.others + backgrounds[walk] * inputCount * units * 8,
          active,
          at.second,
          at.bias,
          at.third,
          wide * 8,
          members[member][layout.thirdBias],
          out,
        );
        const share = weight / members.length;
        for (let step = 0; step < count; step++) into[start + step] += share * (mean + spread * outputs[step]);
      }
    }
  };
}

/** Writes the second and third layer, padded with units that add nothing. */
function writeUpperLayers(
  { buffer }: WebAssembly.Memory,
  shape: Shape,
  parameters: Float64Array,
  addresses: Addresses,
  wide: number,
): void {
  const { first, second } = shape;
  const layout = layOut(shape);
  const write = (address: number, from: number) =>
    new Float64Array(buffer, address, second).set(parameters.subarray(from, from + second));
  for (let unit = 0; unit < first; unit++) write(addresses.second + unit * wide * 8, layout.second + unit * second);
  write(addresses.bias, layout.secondBias);
  write(addresses.third, layout.third);
}
