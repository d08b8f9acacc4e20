import { invalidField } from '../../errors.ts';
import type { SealedBox } from './sealed-box.ts';

/** What callers see in the place of a secret, and may send back to leave it as it is. */
export const mask = '********';

interface Sealed {
  $sealed: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** The secrets among the settings of a record: top-level fields that hold a text, or an object of texts such as headers. */
export class SecretFields {
  readonly #box: SealedBox;
  readonly #owner: string;
  readonly #names: readonly string[];

  /** @param owner the record that they belong to, such as `skills/skl_…` */
  constructor(box: SealedBox, owner: string, names: readonly string[]) {
    this.#box = box;
    this.#owner = owner;
    this.#names = names;
  }

  /**
   * The settings as they are stored. A mask keeps what `current` holds in its place.
   * @param pointer of the settings in the body, for faults
   */
  seal(given: Fields, current: Fields, pointer: string): Fields {
    return this.#replace(given, (value, name, key) => {
      if (value !== mask) return { $sealed: this.#box.seal(String(value), this.#owner) };
      const former = key === undefined ? current[name] : (current[name] as Fields | undefined)?.[key];
      if (isSealed(former)) return former;
      const place = [pointer, name, ...(key === undefined ? [] : [key])].join('/');
      throw invalidField(place, `is the mask of a secret that is not there; send the secret itself`, 'not_allowed');
    });
  }

  /** The settings as they are shown. */
  hide(stored: Fields): Fields {
    return this.#replace(stored, () => mask);
  }

  /** The settings as they are used. */
  open(stored: Fields): Fields {
    return this.#replace(stored, (value) => (isSealed(value) ? this.#box.open(value.$sealed, this.#owner) : value));
  }

  /** Whether any of the settings given is the mask of a secret that was there before. */
  keepsAny(given: Fields): boolean {
    const values = this.#names.flatMap((name) => Object.values({ [name]: given[name], ...asFields(given[name]) }));
    return values.includes(mask);
  }

  #replace(fields: Fields, replace: (value: unknown, name: string, key?: string) => unknown): Fields {
    const replaced = this.#names.flatMap((name) => {
      const value = fields[name];
      if (value === undefined) return [];
      if (typeof value !== 'object' || value === null || isSealed(value)) return [[name, replace(value, name)]];
      return [[name, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replace(one, name, key)]))]];
    });
    return { ...fields, ...Object.fromEntries(replaced) };
  }
}

function isSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && '$sealed' in value && typeof value.$sealed === 'string';
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
