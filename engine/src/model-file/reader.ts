import type { Tensor } from './tensors.ts';

type IntegerTensor = Exclude<Tensor, Float64Array>;

/** Thrown for bytes that are not a model, damaged, or of a newer format. */
export class ModelFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ModelFileError';
  }
}

/** Reads untrusted JSON: every step checks what it expects, and an error names the place. */
export class SavedValue {
  readonly path: string;
  private readonly value: unknown;
  private readonly tensors: ReadonlyMap<string, Tensor>;
  /** Whether the numbers of the tensors were checked before, when the same bytes were read. */
  readonly isChecked: boolean;

  constructor(value: unknown, tensors: ReadonlyMap<string, Tensor>, path = 'model', isChecked = false) {
    this.value = value;
    this.tensors = tensors;
    this.path = path;
    this.isChecked = isChecked;
  }

  fail(expected: string): never {
    throw new ModelFileError(`${this.path} must be ${expected}`);
  }

  get(key: string): SavedValue {
    const object = this.object();
    const inner = Object.hasOwn(object, key) ? object[key] : undefined;
    return new SavedValue(inner, this.tensors, `${this.path}.${key}`, this.isChecked);
  }

  get isNull(): boolean {
    return this.value === null || this.value === undefined;
  }

  list(most = 1_000_000): SavedValue[] {
    if (!Array.isArray(this.value) || this.value.length > most) this.fail(`a list of at most ${most}`);
    return this.value.map(
      (item, index) => new SavedValue(item, this.tensors, `${this.path}[${index}]`, this.isChecked),
    );
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : this.fail('a text');
  }

  boolean(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.fail('true or false');
  }

  number(low = -Number.MAX_VALUE, high = Number.MAX_VALUE): number {
    const { value } = this;
    return typeof value === 'number' && value >= low && value <= high ? value : this.fail(`a number ${low} to ${high}`);
  }

  integer(low: number, high: number): number {
    const value = this.number(low, high);
    return Number.isInteger(value) ? value : this.fail('a whole number');
  }

  /** An object of finite numbers. */
  numbersByName(): Record<string, number> {
    return Object.fromEntries(Object.keys(this.object()).map((key) => [key, this.get(key).number()]));
  }

  /** An object with any content. */
  record(): Record<string, unknown> {
    return { ...this.object() };
  }

  oneOf<Word extends string>(words: readonly Word[]): Word {
    return words.find((word) => word === this.value) ?? this.fail(`one of ${words.join(', ')}`);
  }

  /** A tensor of finite doubles; any length when none is given. */
  doubles(length?: number): Float64Array {
    const tensor = this.tensor();
    if (!(tensor instanceof Float64Array)) this.fail('a tensor of F64');
    if (length !== undefined && tensor.length !== length) this.fail(`a tensor of ${length}`);
    if (this.isChecked) return tensor;
    for (let at = 0; at < tensor.length; at++)
      if (!Number.isFinite(tensor[at])) this.fail('a tensor of finite numbers');
    return tensor;
  }

  /** A tensor of integers of the given type within the range; any length when none is given. */
  integers<Type extends IntegerTensor>(type: new () => Type, low: number, high: number, length?: number): Type {
    const tensor = this.tensor();
    if (!(tensor instanceof type)) this.fail(`a tensor of ${type.name}`);
    if (length !== undefined && tensor.length !== length) this.fail(`a tensor of ${length}`);
    if (this.isChecked) return tensor;
    for (let at = 0; at < tensor.length; at++)
      if (tensor[at] < low || tensor[at] > high) this.fail(`numbers ${low} to ${high}`);
    return tensor;
  }

  /** A tensor of the given type, whose numbers the caller checks. */
  tensorOf<Type extends Tensor>(type: new () => Type): Type {
    const tensor = this.tensor();
    return tensor instanceof type ? tensor : this.fail(`a tensor of ${type.name}`);
  }

  /** The plain JSON, for values that are only shown. */
  raw(): unknown {
    return this.value;
  }

  /** A copy for each member that is read would make reading quadratic. */
  private object(): Readonly<Record<string, unknown>> {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.fail('an object');
    return value as Record<string, unknown>;
  }

  private tensor(): Tensor {
    return this.tensors.get(this.text()) ?? this.fail('the name of a tensor in the file');
  }
}
