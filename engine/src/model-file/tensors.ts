/** The typed arrays that a model file can hold. */
export type Tensor = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** Collects named tensors while a model is saved. */
export class TensorWriter {
  readonly tensors = new Map<string, Tensor>();

  /** Adds a tensor and returns its name for the JSON. */
  add(tensor: Tensor): string {
    const name = `t${this.tensors.size}`;
    this.tensors.set(name, tensor);
    return name;
  }
}
