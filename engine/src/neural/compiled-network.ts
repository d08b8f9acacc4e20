import { createLayerKernel } from '../trees/kernel/wasm.ts';
import { layOut, type Shape } from './network.ts';

/** A network in the memory of the kernel, for one row at a time. Answers are those of `Network.forward` to the last bit. */
export interface CompiledNetwork {
  /** Where the caller puts the row: `width` values, and the column of each. */
  values: Float64Array;
  columns: Int32Array;
  /** The raw scores of the row that was put there; valid until the next call. */
  forward(): Float64Array;
}

const pageBytes = 65_536;

/** Hands out places one after another, each on a boundary of 16 bytes. */
class Places {
  #end = 0;

  take(bytes: number): number {
    const start = this.#end;
    this.#end = Math.ceil((start + bytes) / 16) * 16;
    return start;
  }

  get pages(): number {
    return Math.max(1, Math.ceil(this.#end / pageBytes));
  }
}

/** Takes memory for `parameters` and one row of `width` entries. */
export function compileNetwork(shape: Shape, parameters: Float64Array, width: number): CompiledNetwork {
  const layout = layOut(shape);
  const { first, second, outputs } = shape;
  const places = new Places();
  const weights = places.take(parameters.byteLength);
  const [hidden, deep, scores, values] = [first, second, outputs, width].map((count) => places.take(count * 8));
  const [entries, hiddenRows, deepRows] = [width, first, second].map((count) => places.take(count * 4));
  const memory = new WebAssembly.Memory({ initial: places.pages, maximum: places.pages, shared: true });
  const { buffer } = memory;
  new Float64Array(buffer, weights, parameters.length).set(parameters);
  const rowsAt = (place: number, count: number, start: number, units: number) =>
    new Int32Array(buffer, place, count).set(
      Int32Array.from({ length: count }, (_, row) => weights + (start + row * units) * 8),
    );
  rowsAt(hiddenRows, first, layout.second, second);
  rowsAt(deepRows, second, layout.third, outputs);
  const addresses = new Int32Array(buffer, entries, width);
  const columns = new Int32Array(width);
  const { applyLayer } = createLayerKernel(memory);
  const bias = (start: number) => weights + start * 8;
  const result = new Float64Array(buffer, scores, outputs);
  return {
    values: new Float64Array(buffer, values, width),
    columns,
    forward() {
      for (let entry = 0; entry < width; entry++) addresses[entry] = weights + columns[entry] * first * 8;
      applyLayer(entries, values, width, bias(layout.firstBias), hidden, first, 0);
      applyLayer(hiddenRows, hidden, first, bias(layout.secondBias), deep, second, 0);
      applyLayer(deepRows, deep, second, bias(layout.thirdBias), scores, outputs, Number.NEGATIVE_INFINITY);
      return result;
    },
  };
}
