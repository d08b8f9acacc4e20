import { CellError } from '../../columns/cells.ts';
import { createInputReader, widthOf } from './known-input.ts';
import type { ServedInputs } from './served-inputs.ts';

/** Numbers of inputs that a row gives, by the place of the input. */
export type GivenInputs = ReadonlyMap<number, readonly number[]>;
type Row = Readonly<Record<string, unknown>>;

/** Returns a reader of the known inputs in a row. */
export function createGivenReader({ columns }: ServedInputs) {
  const readers = columns.map((column) => ({ name: column.profile.name, read: createInputReader(column) }));
  return (row: Row, refuse: (column: string, detail: string) => void): GivenInputs => {
    const given = new Map<number, readonly number[]>();
    for (const [index, { name, read }] of readers.entries()) {
      const numbers = read(row[name]);
      if (numbers instanceof CellError) refuse(name, numbers.detail);
      else if (numbers) given.set(index, numbers);
    }
    return given;
  };
}

const none: GivenInputs = new Map();

/** The inputs of steps after the training: those of the table, and those that come with a request. */
export class InputBook {
  readonly #inputs: ServedInputs;
  readonly #limit: number;
  readonly #offsets: number[] = [];
  readonly #width: number;
  readonly #noted = new Map<string, GivenInputs>();

  constructor(inputs: ServedInputs, limit: number) {
    this.#inputs = inputs;
    this.#limit = limit;
    let width = 0;
    for (const column of inputs.columns) {
      this.#offsets.push(width);
      width += widthOf(column);
    }
    this.#width = width;
  }

  note(series: number, step: number, given: GivenInputs): void {
    const key = `${series} ${step}`;
    this.#noted.set(key, new Map([...(this.#noted.get(key) ?? none), ...given]));
  }

  /** Returns what inputs add at a step, or the logarithm of what they multiply by; the name of an input that is unknown. */
  effectAt(series: number, step: number, given: GivenInputs = none): number | string {
    let effect = 0;
    for (const [index, column] of this.#inputs.columns.entries()) {
      const part = this.#partOf(series, index, this.numbersAt(series, step, index, given));
      if (Number.isNaN(part)) return column.profile.name;
      effect += part;
    }
    return effect;
  }

  /** Returns what is known of an input at a step, NaN where nothing is: a number, or one for each of its words. */
  numbersAt(series: number, step: number, index: number, given: GivenInputs = none): ArrayLike<number> {
    const own = given.get(index) ?? this.#noted.get(`${series} ${step}`)?.get(index);
    if (own) return own;
    const { columns, ahead } = this.#inputs;
    const start = (series * this.#limit + step - 1) * this.#width + this.#offsets[index];
    return ahead.subarray(start, start + widthOf(columns[index]));
  }

  #partOf(series: number, index: number, numbers: ArrayLike<number>): number {
    const first = series * this.#width + this.#offsets[index];
    let part = 0;
    for (let place = 0; place < numbers.length; place++) part += this.#inputs.weights[first + place] * numbers[place];
    return part;
  }
}
