import { Places } from '../../trees/kernel/places.ts';
import { createLayerKernel } from '../../trees/kernel/wasm.ts';
import { layOut, type Shape } from './network.ts';

/** Networks of one shape in the kernel's memory, evaluated one row at a time. */
export interface CompiledNetworks {
  /** Where the caller writes the row: `width` values, and the column of each. */
  values: Float64Array;
  columns: Int32Array;
  /** Raw scores of the row written there, bit for bit those of `Network.forward`; valid until the next call. */
  forward(member: number): Float64Array;
}

/** Reserves memory for the parameters of each member and one row of `width` entries. */
export function compileNetworks(shape: Shape, members: readonly Float64Array[], width: number): CompiledNetworks {
  const layout = layOut(shape);
  const { first, second, outputs } = shape;
  const places = new Places();
  const weights = members.map((parameters) => places.take(parameters.byteLength));
  const [hidden, deep, scores, values] = [first, second, outputs, width].map((count) => places.take(count * 8));
  const [entries, hiddenRows, deepRows] = [width, first, second].map((count) => places.take(count * 4));
  const memory = new WebAssembly.Memory({ initial: places.pages, maximum: places.pages, shared: true });
  const { buffer } = memory;
  for (const [member, parameters] of members.entries())
    new Float64Array(buffer, weights[member], parameters.length).set(parameters);
  const addresses = new Int32Array(buffer);
  const columns = new Int32Array(width);
  const { applyLayer } = createLayerKernel(memory);
  const result = new Float64Array(buffer, scores, outputs);
  /** Writes the offsets of each source's weights in a full layer. */
  const placeRows = (place: number, count: number, start: number, units: number) => {
    for (let row = 0; row < count; row++) addresses[(place >> 2) + row] = start + row * units * 8;
  };
  return {
    values: new Float64Array(buffer, values, width),
    columns,
    forward(member) {
      const at = (parameter: number) => weights[member] + parameter * 8;
      for (let entry = 0; entry < width; entry++) addresses[(entries >> 2) + entry] = at(columns[entry] * first);
      placeRows(hiddenRows, first, at(layout.second), second);
      placeRows(deepRows, second, at(layout.third), outputs);
      applyLayer(entries, values, width, at(layout.firstBias), hidden, first, 0);
      applyLayer(hiddenRows, hidden, first, at(layout.secondBias), deep, second, 0);
      applyLayer(deepRows, deep, second, at(layout.thirdBias), scores, outputs, Number.NEGATIVE_INFINITY);
      return result;
    },
  };
}
