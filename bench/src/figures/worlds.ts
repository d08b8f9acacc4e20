import { createRandom } from '@sibyl/engine/random.ts';
import type { Scheme, TrainRequest } from '@sibyl/engine/request.ts';
import type { Column, Table } from '@sibyl/engine/table.ts';

/** Training rows, and rows like those that the model is later used on. */
export interface World {
  known: Table;
  fresh: Table;
  /** Number of equally long futures that the fresh rows are, one after another; each is one piece of evidence. */
  futures?: number;
  /** Neighbouring fresh rows are of one entity, so a row is less than one piece of evidence. */
  areClustered?: boolean;
}

/** A way in which a table misleads an estimate; the target is `y`. */
export interface Scenario {
  draw(seed: number): World;
  /** Times farther ahead than figures tell of are asked, so only bounds, which know the time, are judged. */
  isFarther?: boolean;
  request?: Partial<TrainRequest>;
  /** Scheme that holds rows out as the fresh ones are: figures for such rows are judged. Default: the first figures. */
  kind?: Scheme;
}

const day = 86_400_000;
const freshRows = 3000;

/** Returns a generator of nearly normal numbers. */
export function createNormal(seed: number): () => number {
  const random = createRandom(seed);
  return () => Array.from({ length: 12 }, random).reduce((sum, part) => sum + part, -6);
}

export type Cells = Record<string, number>;

export function tableOf(rows: readonly Cells[]): Table {
  const columns = Object.keys(rows[0]).map((name): Column => {
    const values = Float64Array.from(rows, (row) => row[name]);
    return { name, type: name === 'date' ? 'time' : 'number', values };
  });
  return { rowCount: rows.length, columns };
}

/** Draws inputs, one of which explains the target with `strength` relative to noise of 1. */
function drawPlain(draw: () => number, count: number, columns: number, strength: number): Cells[] {
  return Array.from({ length: count }, () => {
    const inputs = Array.from({ length: columns }, draw);
    const cells = Object.fromEntries(inputs.map((value, input) => [`x${input}`, value]));
    return { ...cells, y: strength * inputs[0] + draw() };
  });
}

function repeat(rows: readonly Cells[], times: number): Cells[] {
  return Array.from({ length: times }, () => rows).flat();
}

function plainWorld(seed: number, rows: number, columns: number, strength: number): Record<'known' | 'fresh', Cells[]> {
  const draw = createNormal(seed);
  return {
    known: drawPlain(draw, rows, columns, strength),
    fresh: drawPlain(draw, freshRows, columns, strength),
  };
}

function drawCustomers(draw: () => number, first: number, count: number, each: number): Cells[] {
  return Array.from({ length: count }, (_, place) => {
    const [effect, age, income] = [3 * draw(), Math.round(45 + 12 * draw()), Math.round(3000 + 800 * draw())];
    const customer = { customer_id: first + place, age, income };
    return Array.from({ length: each }, () => {
      const visits = draw();
      return { ...customer, visits, y: effect + 0.5 * visits + 0.8 * draw() };
    });
  }).flat();
}

function customers(seed: number): World {
  const draw = createNormal(seed);
  return { known: tableOf(drawCustomers(draw, 1000, 150, 12)), fresh: tableOf(drawCustomers(draw, 9000, 250, 12)) };
}

/** Draws visits of customers; others of the same customers are asked. */
export function knownCustomers(seed: number): World {
  const random = createRandom(seed + 1);
  const visits = drawCustomers(createNormal(seed), 1000, 150, 32);
  const isKnown = visits.map(() => random() < 12 / 32);
  return {
    known: tableOf(visits.filter((_, row) => isKnown[row])),
    fresh: tableOf(visits.filter((_, row) => !isKnown[row])),
    areClustered: true,
  };
}

const [knownDays, futures] = [700, 20];
/** Figures tell of as much time ahead as a fifth of the known; the other number lies beyond. */
export const [daysTold, daysBeyond] = [140, 300];

/**
 * Draws a walk by days, and several ways in which it may go on: one of them would tell more of its own luck than of the
 * model. `dateOf` gives the cells that tell the day.
 */
export function drawWalk(seed: number, laterDays: number, dateOf: (moment: number) => Cells): World {
  const draw = createNormal(seed);
  const goOn = (first: number, days: number, start: number): Cells[] => {
    let place = start;
    return Array.from({ length: days }, (_, index) => {
      place += draw();
      return { ...dateOf(1.6e12 + day * (first + index)), noise: draw(), y: place };
    });
  };
  const known = goOn(0, knownDays, 0);
  const later = Array.from({ length: futures }, () => goOn(knownDays, laterDays, known[knownDays - 1].y));
  return { known: tableOf(known), fresh: tableOf(later.flat()), futures };
}

/** The misleading scenarios, and control tables that do not mislead. */
export const scenarios: Record<string, Scenario> = {
  'plain, 300 rows': {
    draw(seed) {
      const { known, fresh } = plainWorld(seed, 300, 5, 1);
      return { known: tableOf(known), fresh: tableOf(fresh) };
    },
  },
  'rows three times': {
    draw(seed) {
      const { known, fresh } = plainWorld(seed, 150, 5, 0.8);
      return { known: tableOf(repeat(known, 3)), fresh: tableOf(fresh) };
    },
  },
  'noise three times': {
    draw(seed) {
      const { known, fresh } = plainWorld(seed, 150, 5, 0);
      return { known: tableOf(repeat(known, 3)), fresh: tableOf(fresh) };
    },
  },
  'rows twice and a moment': {
    draw(seed) {
      const random = createRandom(seed + 1);
      const { known, fresh } = plainWorld(seed, 150, 5, 0.8);
      const stamp = (rows: readonly Cells[]) =>
        tableOf(rows.map(({ y, ...cells }) => ({ ...cells, date: 1.7e12 + Math.floor(3e10 * random()), y })));
      return { known: stamp(repeat(known, 2)), fresh: stamp(fresh) };
    },
  },
  'customers, new ones asked': { draw: customers, kind: 'group' },
  'customers, their ID ignored': { draw: customers, request: { ignore: ['customer_id'] }, kind: 'group' },
  'a walk by days, later ones asked': {
    draw: (seed) => drawWalk(seed, daysTold, (date) => ({ date })),
    kind: 'forward',
  },
  'noise, 80 rows of 30 columns': {
    draw(seed) {
      const { known, fresh } = plainWorld(seed, 80, 30, 0);
      return { known: tableOf(known), fresh: tableOf(fresh) };
    },
  },
  'mostly zeros': {
    draw(seed) {
      const { known, fresh } = plainWorld(seed, 400, 5, 1);
      const random = createRandom(seed + 2);
      const thin = (rows: readonly Cells[]) =>
        tableOf(rows.map((row) => ({ ...row, y: random() < 0.6 ? 0 : Math.exp(row.y) })));
      return { known: thin(known), fresh: thin(fresh) };
    },
  },
  'heavy tails': {
    draw(seed) {
      const { known, fresh } = plainWorld(seed, 400, 5, 1);
      const spread = (rows: readonly Cells[]) => tableOf(rows.map((row) => ({ ...row, y: Math.sinh(1.5 * row.y) })));
      return { known: spread(known), fresh: spread(fresh) };
    },
  },
  'a rare class': {
    draw(seed) {
      const { known, fresh } = plainWorld(seed, 600, 5, 1);
      const cut = (rows: readonly Cells[]) => tableOf(rows.map((row) => ({ ...row, y: Number(row.y > 2.2) })));
      return { known: cut(known), fresh: cut(fresh) };
    },
  },
};
