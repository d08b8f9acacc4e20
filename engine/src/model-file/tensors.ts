/** The raw arrays that a model file holds. */
export type Tensor = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** Collects named tensors while parts of a model save themselves. */
export class TensorWriter {
  readonly tensors = new Map<string, Tensor>();

  /** Keeps a tensor and returns the name under which a saved part refers to it. */
  add(tensor: Tensor): string {
    const name = `t${this.tensors.size}`;
    this.tensors.set(name, tensor);
    return name;
  }
}
