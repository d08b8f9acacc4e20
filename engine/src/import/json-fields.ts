import { ImportError } from './source-tree.ts';

function isPlain(item: unknown): item is number | boolean | string {
  return typeof item === 'number' || typeof item === 'boolean' || typeof item === 'string';
}

/** A value in a JSON document and its path, for messages. */
export class Field {
  readonly value: unknown;
  readonly path: string;

  constructor(value: unknown, path: string) {
    this.value = value;
    this.path = path;
  }

  get(name: string): Field {
    const field = this.find(name);
    if (field === undefined) throw new ImportError(`${this.path} has no "${name}".`);
    return field;
  }

  find(name: string): Field | undefined {
    const { value } = this;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    return new Field((value as Record<string, unknown>)[name], `${this.path}.${name}`);
  }

  text(): string {
    if (typeof this.value !== 'string') throw new ImportError(`${this.path} must be a text.`);
    return this.value;
  }

  list(): Field[] {
    if (!Array.isArray(this.value)) throw new ImportError(`${this.path} must be a list.`);
    return this.value.map((item: unknown, index) => new Field(item, `${this.path}[${index}]`));
  }

  /** A list of numbers; true and false count as 1 and 0. */
  numbers(length?: number): number[] {
    if (!Array.isArray(this.value)) throw new ImportError(`${this.path} must be a list.`);
    // Nested lists are refused, because converting them to numbers could take unbounded time.
    const numbers = this.value.map((item: unknown) => (isPlain(item) ? Number(item) : Number.NaN));
    if (numbers.some(Number.isNaN)) throw new ImportError(`${this.path} must hold numbers only.`);
    if (length !== undefined && numbers.length !== length) {
      throw new ImportError(`${this.path} must have ${length} entries, got ${numbers.length}.`);
    }
    return numbers;
  }
}
