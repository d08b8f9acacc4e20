import { SibylError } from '@sibyl/sdk';
import { createContext, useContext } from 'react';
import { faults as words } from '../words/problems.ts';
import { placeInWords } from '../words/spoken.ts';

interface Fault {
  /** Place in what was sent; a parameter of the address stands for the field of its name. */
  pointer: string;
  text: string;
}

/** What the service found wrong in a form. Each fault is told at its field; those that no field asked for stay. */
export class Faults {
  readonly #faults: readonly Fault[];
  readonly #told = new Set<Fault>();

  constructor(error: unknown) {
    this.#faults = SibylError.is(error) ? faultsIn(error) : [];
  }

  /** Words for the field of a place, or of what is below it; undefined when nothing is wrong there. */
  at(place: string): string | undefined {
    const found = this.#faults.filter(({ pointer }) => pointer === place || pointer.startsWith(`${place}/`));
    for (const fault of found) this.#told.add(fault);
    return found[0]?.text;
  }

  /** Whether the error names places at all. */
  get areNamed(): boolean {
    return this.#faults.length > 0;
  }

  /** Whether there are faults, and fields told all of them. */
  get areTold(): boolean {
    return this.areNamed && this.#told.size === this.#faults.length;
  }
}

/** The name of a fault's place, as far as it needs none of a form, and what is wrong there. */
export function sayFault({ pointer, text }: Fault): string {
  const place = placeInWords(pointer);
  return place === '' ? text : `${place}: ${text}`;
}

export function faultsIn({ code, errors }: SibylError): Fault[] {
  if (code === 'name_taken') return [{ pointer: '/name', text: words.taken }];
  return errors.map(({ pointer, code: kind, detail }) => {
    const place = pointer.replace(/^\?/, '/');
    return { pointer: place, text: words.of(place, kind, detail) };
  });
}

export const FaultsOfForm = createContext(new Faults(undefined));

/** The faults of the form around this field. */
export function useFaults(): Faults {
  return useContext(FaultsOfForm);
}
