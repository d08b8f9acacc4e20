/**
 * A row of the generated sample table: the rent depends on size, rooms, location and condition, plus noise.
 * The same seed gives the same rows on every machine.
 */
export interface HomeRental {
  number_of_rooms: number;
  number_of_bathrooms: number;
  sqft: number;
  location: string;
  days_on_market: number;
  neighborhood: string;
  rental_price: number;
}

const neighborhoods: Record<string, number> = {
  alcatraz_ave: 640,
  berkeley_hills: 980,
  downtown: 720,
  north_berkeley: 860,
  south_side: 420,
  thousand_oaks: 900,
  westbrae: 580,
};
const locations: Record<string, number> = { poor: 0, good: 420, great: 900 };

/** Mulberry32: 32 bits of state, uniform in [0, 1). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)];
}

export function generateHomeRentals(rowCount: number, seed: number): HomeRental[] {
  const random = seededRandom(seed);
  return Array.from({ length: rowCount }, () => generateHomeRental(random));
}

function generateHomeRental(random: () => number): HomeRental {
  const rooms = pick([0, 1, 1, 1, 2, 2, 3], random);
  const bathrooms = rooms >= 2 && random() < 0.6 ? 2 : 1;
  const sqft = Math.round(330 + rooms * 240 + (bathrooms - 1) * 110 + random() * 300);
  const location = pick(Object.keys(locations), random);
  const neighborhood = pick(Object.keys(neighborhoods), random);
  const days = Math.min(90, Math.floor(-18 * Math.log(1 - random())));
  const worth =
    600 + 1.55 * sqft + 160 * bathrooms + locations[location] + neighborhoods[neighborhood] * (0.7 + 0.15 * rooms);
  const price = worth * (1 - 0.0015 * days) + 45 * normal(random);
  return {
    number_of_rooms: rooms,
    number_of_bathrooms: bathrooms,
    sqft,
    location,
    days_on_market: days,
    neighborhood,
    rental_price: Math.round(price),
  };
}
