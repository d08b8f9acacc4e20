import { invalidField } from '../../errors.ts';
import type { SealedBox } from './sealed-box.ts';

/** Shown in place of a secret; sent back, it leaves the secret unchanged. */
export const mask = '********';

interface Sealed {
  $sealed: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** The secret settings of a record: top-level fields that hold a string, or an object of strings such as headers. */
export class SecretFields {
  readonly #box: SealedBox;
  readonly #owner: string;
  readonly #names: readonly string[];

  /** @param owner the record, such as `skills/skl_…` */
  constructor(box: SealedBox, owner: string, names: readonly string[]) {
    this.#box = box;
    this.#owner = owner;
    this.#names = names;
  }

  /**
   * Seals the given settings for storage. A mask keeps the value of `current`.
   * @param pointer JSON pointer of the settings in the body, for errors
   */
  seal(given: Fields, current: Fields, pointer: string): Fields {
    return this.#replace(given, (value, name, key) => {
      if (value !== mask) return { $sealed: this.#box.seal(String(value), this.#owner) };
      const former = key === undefined ? current[name] : (current[name] as Fields | undefined)?.[key];
      if (isSealed(former)) return former;
      const place = [pointer, name, ...(key === undefined ? [] : [key])].join('/');
      throw invalidField(place, `is the mask of a secret that does not exist; send the secret itself`, 'not_allowed');
    });
  }

  /** Returns the settings with secrets masked, for responses. */
  hide(stored: Fields): Fields {
    return this.#replace(stored, () => mask);
  }

  /** Returns the settings with secrets opened, for use. */
  open(stored: Fields): Fields {
    return this.#replace(stored, (value) => (isSealed(value) ? this.#box.open(value.$sealed, this.#owner) : value));
  }

  /** Returns the first of the given settings in which a mask keeps a secret. */
  keptBy(given: Fields): string | undefined {
    return this.#names.find((name) => [given[name], ...Object.values(asFields(given[name]))].includes(mask));
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
