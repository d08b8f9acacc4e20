import { createRandom } from '@sibyl/engine/random.ts';
import {
  type Cells,
  createNormal,
  daysBeyond,
  daysTold,
  drawWalk,
  knownCustomers,
  type Scenario,
  tableOf,
  type World,
} from './worlds.ts';

const freshRows = 3000;

/** Draws businesses with what is known of them, and a row for each of some years; fresh rows are of the same ones. */
function businesses(seed: number): World {
  const draw = createNormal(seed);
  const random = createRandom(seed + 1);
  const all = Array.from({ length: 400 }, (_, business) => {
    const staff = Math.max(1, Math.round(12 + 8 * draw()));
    return { business, staff, hours: 40 + 5 * Math.floor(5 * random()), effect: draw() };
  });
  const rows = Array.from({ length: freshRows + 700 }, (): Cells => {
    const { effect, ...known } = all[Math.floor(random() * all.length)];
    const year = 2015 + Math.floor(random() * 8);
    return { ...known, year, y: 0.15 * known.staff + effect + 0.1 * (year - 2015) + draw() };
  });
  return { known: tableOf(rows.slice(0, 700)), fresh: tableOf(rows.slice(700)) };
}

/** Draws rows of three short columns, of which many are equal by chance. */
function drawShort(seed: number, count: number): Cells[] {
  const draw = createNormal(seed);
  const random = createRandom(seed + 1);
  return Array.from({ length: count }, () => {
    const [weekday, hour, shop] = [7, 24, 6].map((most) => Math.floor(random() * most));
    return { weekday, hour, shop, y: Math.sin(hour / 4) + 0.2 * shop + 0.7 * draw() };
  });
}

/** Draws rows of a deterministic class by short columns, so that repeated ones are as usual as unlike ones. */
function drawClasses(seed: number, count: number): Cells[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const [one, two, three, four] = [9, 9, 9, 9].map((most) => Math.floor(random() * most));
    return { one, two, three, four, y: Number(one + two * (three > 4 ? 1 : -1) + 6 * random() > 6) };
  });
}

function repeat(rows: readonly Cells[], times: number): Cells[] {
  return Array.from({ length: times }, () => rows).flat();
}

function drawMeasured(seed: number, count: number): Cells[] {
  const draw = createNormal(seed);
  return Array.from({ length: count }, () => {
    const inputs = Array.from({ length: 8 }, draw);
    const y = inputs[0] + 0.5 * inputs[1] * inputs[2] + draw();
    return { ...Object.fromEntries(inputs.map((value, place) => [`x${place}`, value])), y };
  });
}

function walkByParts(seed: number): World {
  return drawWalk(seed, daysTold, (moment) => {
    const date = new Date(moment);
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  });
}

/** Tables whose rows are related, or only seem to be. */
export const relatedScenarios: Record<string, Scenario> = {
  'businesses, a narrow table': { draw: businesses },
  'rows equal by chance, a narrow table': {
    draw: (seed) => ({ known: tableOf(drawShort(seed, 600)), fresh: tableOf(drawShort(seed + 500, freshRows)) }),
  },
  'classes by short columns, three times': {
    draw: (seed) => ({
      known: tableOf(repeat(drawClasses(seed, 300), 3)),
      fresh: tableOf(drawClasses(seed + 500, freshRows)),
    }),
  },
  'rows twice, three numbers jittered': {
    draw(seed) {
      const draw = createNormal(seed + 7);
      const rows = drawMeasured(seed, 200);
      const again = rows.map((row) => ({
        ...row,
        x5: row.x5 + 0.05 * draw(),
        x6: row.x6 + 0.05 * draw(),
        x7: row.x7 + 0.05 * draw(),
      }));
      return { known: tableOf([...rows, ...again]), fresh: tableOf(drawMeasured(seed + 500, freshRows)) };
    },
  },
  'rows twice, all numbers jittered': {
    draw(seed) {
      const draw = createNormal(seed + 7);
      const rows = drawMeasured(seed, 200);
      const again = rows.map(
        (row): Cells =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name, value + (name === 'y' ? 0 : 0.02 * draw())]),
          ),
      );
      return { known: tableOf([...rows, ...again]), fresh: tableOf(drawMeasured(seed + 500, freshRows)) };
    },
  },
  'inputs three times, measured again': {
    draw(seed) {
      const draw = createNormal(seed + 7);
      const again = repeat(drawMeasured(seed, 150), 3).map((row) => ({ ...row, y: row.y + 0.5 * draw() }));
      const fresh = drawMeasured(seed + 500, freshRows).map((row) => ({ ...row, y: row.y + 0.5 * draw() }));
      return { known: tableOf(again), fresh: tableOf(fresh) };
    },
    kind: 'group',
  },
  'a walk by year, month and day, later ones asked': { draw: walkByParts, kind: 'forward' },
  'a walk by days, much later ones asked': {
    draw: (seed) => drawWalk(seed, daysBeyond, (date) => ({ date })),
    isFarther: true,
    kind: 'forward',
  },
  'customers, known ones asked': { draw: knownCustomers },
};
