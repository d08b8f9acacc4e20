import type { HeldRows } from './read-side.ts';

/** Places of the same rows among those that two versions held out. */
export interface Pairs {
  places: Int32Array;
  matched: Int32Array;
}

type Held = Pick<HeldRows, 'keys'> & { held: Pick<HeldRows['held'], 'rows'> };

/**
 * Finds the rows that both held out: by number where every number that both have stands for equal cells, as after rows
 * were appended; else by their cells, if these are all that either model reads.
 */
export function pairRows(one: Held, other: Held, areWhole: boolean): Pairs | undefined {
  return pairByNumber(one, other) ?? (areWhole ? pairByCells(one, other) : undefined);
}

function pairByNumber(one: Held, other: Held): Pairs | undefined {
  const placeOf = new Map(Array.from(other.held.rows, (row, place) => [row, place]));
  const places = Int32Array.from(one.held.rows.keys()).filter((place) => placeOf.has(one.held.rows[place]));
  const matched = places.map((place) => placeOf.get(one.held.rows[place])!);
  const areEqual = places.every((place, index) => one.keys[place] === other.keys[matched[index]]);
  return places.length > 0 && areEqual ? { places, matched } : undefined;
}

/** Rows with equal cells are paired in their order. */
function pairByCells(one: Held, other: Held): Pairs {
  const placesOf = Map.groupBy(other.keys.keys(), (place) => other.keys[place]);
  const pairs = one.keys.flatMap((key, place) => {
    const matched = placesOf.get(key)?.shift();
    return matched === undefined ? [] : [{ place, matched }];
  });
  return {
    places: Int32Array.from(pairs, ({ place }) => place),
    matched: Int32Array.from(pairs, ({ matched }) => matched),
  };
}
