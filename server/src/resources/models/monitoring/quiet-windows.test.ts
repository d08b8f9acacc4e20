import type { ModelDescription } from '@sibyl/engine/model.ts';
import { createRandom } from '@sibyl/engine/random.ts';
import { type Reading, usualReading } from '@sibyl/engine/readings/reading.ts';
import type { Column } from '@sibyl/engine/table.ts';
import { expect, it } from 'vitest';
import { applied } from './apply-finding.ts';
import type { OpenAlarm } from './causes.ts';
import { measureDrift } from './drift.ts';
import { findDrift } from './findings.ts';
import { giveVerdict, type Verdict } from './judge.ts';
import { createCoder } from './reference.ts';
import { addCounts, type Counts } from './sketch.ts';
import type { Subject } from './subject.ts';
import { describeColumn } from './worker/make-reference.ts';

const random = createRandom(11);
type Cell = number | string | null;
type Row = readonly Cell[];

function normal(): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const missing = (share: number, cell: Cell) => (random() < share ? null : cell);

/** Skewed numbers, flags, counts with gaps, few and many categories. */
function drawRow(): Row {
  return [
    Math.exp(normal()),
    random() < 0.1 ? 1 : 0,
    missing(0.03, Math.floor(20 * random() ** 3)),
    ['a', 'b', 'c', 'd'][Math.floor(4 * random() ** 2)],
    `v${Math.floor(60 * random() ** 3)}`,
    missing(0.001, normal()),
  ];
}

const drawRows = (count: number, draw = drawRow) => Array.from({ length: count }, draw);
const texts = [3, 4];

function columnOf(cells: readonly Cell[], place: number): { column: Column; reading: Reading } {
  const isText = texts.includes(place);
  const dictionary = [...new Set(cells)].map(String);
  const column = isText
    ? {
        name: `c${place}`,
        type: 'text',
        dictionary,
        codes: Int32Array.from(cells, (cell) => dictionary.indexOf(String(cell))),
      }
    : {
        name: `c${place}`,
        type: 'number',
        values: Float64Array.from(cells, (cell) => (cell === null ? Number.NaN : Number(cell))),
      };
  return { column: column as unknown as Column, reading: usualReading(isText ? 'text' : 'number') };
}

/** What a version knows of its training rows. */
function learn(rows: readonly Row[]): Subject {
  const columns = rows[0].map((_, place) => {
    const { column, reading } = columnOf(
      rows.map((row) => row[place]),
      place,
    );
    return describeColumn(column, reading, rows.length).reference;
  });
  const description = { classes: null, residuals: null } as unknown as ModelDescription;
  return { reference: { rows: rows.length, columns, codes: '', width: null }, description };
}

function sketch(rows: readonly Row[], { reference }: Subject): Counts {
  const columns = reference.columns.map((column, place) => {
    const code = createCoder(column);
    const counts = column.counts.map(() => 0);
    for (const row of rows) counts[code(row[place])] += 1;
    return counts;
  });
  return { columns, answers: [] };
}

/** Judges windows of a version one after another, as the service does. */
function judgeAll(windows: readonly (readonly Row[])[], subject: Subject): Verdict[] {
  const seen: { counts: Counts; verdict: Verdict }[] = [];
  for (const rows of windows) {
    const counts = sketch(rows, subject);
    const before = seen.slice(-2).filter(({ verdict }) => !verdict.is_loud);
    const pooled = before.reduce((sum, one) => addCounts(sum, one.counts), counts);
    const measured = {
      alone: measureDrift(counts, subject),
      pooled: before.length > 0 ? measureDrift(pooled, subject) : undefined,
    };
    seen.push({ counts, verdict: giveVerdict(measured, undefined, seen.length + 1) });
  }
  return seen.map(({ verdict }) => verdict);
}

const isDrift = ({ columns }: Verdict) => columns.some(({ is_drift }) => is_drift);
const someRows = () => Math.round(4 * 500 ** random());

it.each([300, 3000])('raises no alarm in 99 of 100 quiet windows of 4 to 2,000 rows: %i training rows', (known) => {
  let [wrong, lives, first] = [0, 0, 0];
  for (let life = 0; life < 40; life += 1) {
    const windows = Array.from({ length: 50 }, () => drawRows(someRows()));
    const verdicts = judgeAll(windows, learn(drawRows(known)));
    wrong += verdicts.filter(isDrift).length;
    lives += verdicts.some(isDrift) ? 1 : 0;
    first += isDrift(verdicts[0]) ? 1 : 0;
  }
  expect(wrong).toBeLessThanOrEqual(20);
  expect([lives, first]).toEqual([
    expect.toSatisfy((some: number) => some <= 4),
    expect.toSatisfy((some: number) => some <= 2),
  ]);
});

/** Changes a column of rows. */
const change = (rows: readonly Row[], place: number, cell: (cell: Cell) => Cell) =>
  rows.map((row) => row.with(place, cell(row[place])));

it('sees numbers beyond those of the training, all of them and some of them', () => {
  const subject = learn(drawRows(2000));
  const scaled = change(drawRows(200), 1, (cell) => Number(cell) * 100 + 100);
  const below = change(drawRows(200), 0, () => -5);
  const some = change(drawRows(200), 5, (cell) => (random() < 0.08 ? 50 : cell));
  for (const [rows, place, least] of [
    [scaled, 1, 1],
    [below, 0, 1],
    [some, 5, 0.05],
  ] as const) {
    const [verdict] = judgeAll([rows], subject);
    const drifted = verdict.columns.filter(({ is_drift }) => is_drift);
    expect(drifted.map(({ column }) => column)).toEqual([`c${place}`]);
    expect(drifted[0].distance).toBeGreaterThanOrEqual(least);
  }
});

it('reads windows that were counted before numbers had a range', () => {
  const subject = learn(drawRows(2000));
  const [now, former] = [sketch(drawRows(300), subject), sketch(drawRows(300), subject)];
  const old = {
    ...former,
    columns: former.columns.map((counts, place) => (texts.includes(place) ? counts : counts.slice(0, -2))),
  };
  const verdict = giveVerdict(
    { alone: measureDrift(old, subject), pooled: measureDrift(addCounts(old, now), subject) },
    undefined,
    1,
  );
  expect(verdict.columns.filter((one) => one.is_drift)).toEqual([]);
  for (const { distance, chance } of verdict.columns) expect(distance + chance).toBeGreaterThan(0);
});

it('raises nothing by four rows, and has both figures of the same rows', () => {
  const subject = learn(drawRows(2000));
  const four = change(drawRows(4), 5, () => null);
  const verdicts = judgeAll([drawRows(150), drawRows(150), four, drawRows(150), drawRows(150)], subject);
  expect(verdicts.map(isDrift)).toEqual([false, false, false, false, false]);
  expect(verdicts[2].columns[5]).toMatchObject({ missing: 1, distance: expect.closeTo(1, 1), rows: 4 });
  expect(verdicts[2].is_quiet).toBe(false);
  const more = change(drawRows(40), 5, () => null);
  expect(judgeAll([more], subject)[0].columns[5]).toMatchObject({ is_drift: true, rows: 40 });
});

it('finds a small shift in three windows together, and does not count a loud window with those after it', () => {
  const subject = learn(drawRows(5000));
  const small = () => change(drawRows(150), 3, (cell) => (random() < 0.4 ? 'a' : cell));
  const quiet = Array.from({ length: 30 }, () => drawRows(150));
  const verdicts = judgeAll([...quiet, small(), small(), small()], subject);
  expect(verdicts.slice(0, 30).some(isDrift)).toBe(false);
  expect(isDrift(verdicts[32])).toBe(true);
  const loud = judgeAll([drawRows(150), change(drawRows(150), 3, () => 'd'), ...quiet.slice(0, 3)], subject);
  expect(loud.map(isDrift)).toEqual([false, true, false, false, false]);
  let alarms: OpenAlarm[] = [];
  for (const [place, verdict] of loud.entries())
    alarms = applied(alarms, findDrift(verdict, { version: 1, window_start: `${place}` }));
  expect(alarms).toEqual([]);
});
