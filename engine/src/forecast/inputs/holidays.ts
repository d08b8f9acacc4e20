import { TrainingError } from '../../errors.ts';
import type { Holiday, HolidaysOf } from '../../request.ts';
import type { TimeFormat } from '../axis/format.ts';
import { dayMilliseconds, moveSteps, nameStep, type TimeStep } from '../axis/step.ts';
import { toLocal } from '../axis/zone-clock.ts';
import type { Panel } from '../series/collect.ts';
import type { SeriesInputs } from './series-inputs.ts';

const mostNames = 30;
/** A name must have come so often to have an effect of its own. */
const fewestTimes = 2;
const blocksOfDay = 8;
/** A holiday may have an effect on its day, on the day before it and on that after it. */
const around = [0, 1, -1];

export interface HolidayInputs {
  /** Names of the holidays that have an effect of their own. */
  names: string[];
  /** Days that are holidays within the longest series. */
  days: number;
  /** Series of the same dates share theirs. */
  series: SeriesInputs[];
  /** Names that have no effect of their own, because there are too many. */
  unnamed: string[];
}

interface Placing {
  skipped: readonly number[];
  lengths: readonly number[];
  ahead: number;
  /** Numbers a time that may be used, at least `widthOfAny`. */
  most: number;
}

/** Numbers a time without any name. */
export function widthOfAny(step: TimeStep): number {
  return refuseLongSteps(step) < dayMilliseconds ? blocksOfDay : around.length;
}

/**
 * Makes inputs of the public holidays of a region: any of them, the day before, the day after, and each by its name. Of
 * series by the hour, any of them at each time of day. `skipped` and `lengths` as for other inputs.
 */
export function inputsOfHolidays(
  { step, series, reading }: Panel,
  region: string,
  holidaysOf: HolidaysOf,
  { skipped, lengths, ahead, most }: Placing,
): HolidayInputs {
  const isWithinDay = refuseLongSteps(step) < dayMilliseconds;
  const calendar = createCalendar(region, holidaysOf);
  const localOf = clockOf(reading.format);
  const timesOf = (index: number) =>
    Float64Array.from({ length: lengths[index] }, (_, place) =>
      localOf(moveSteps(step, series[index].start, skipped[index] + place)),
    );
  const longest = lengths.reduce((best, length, index) => (length > lengths[best] ? index : best), 0);
  const counts = countNames(timesOf(longest).subarray(0, lengths[longest] - ahead), calendar);
  const names = isWithinDay ? [] : listNames(counts);
  const kept = names.slice(0, Math.min(mostNames, most - widthOfAny(step))).sort();
  const encode = isWithinDay ? encodeHours(calendar) : encodeDays(calendar, kept);
  const grids = new Map<string, SeriesInputs>();
  const gridOf = (index: number) => {
    const key = `${series[index].start} ${skipped[index]} ${lengths[index]}`;
    const grid = grids.get(key) ?? encodeAll(timesOf(index), widthOfAny(step) + kept.length, encode);
    grids.set(key, grid);
    return grid;
  };
  return {
    names: kept,
    days: [...counts.values()].reduce((sum, count) => sum + count, 0),
    series: series.map((_, index) => gridOf(index)),
    unnamed: names.filter((name) => !kept.includes(name)),
  };
}

/** The most frequent ones first. */
function listNames(counts: ReadonlyMap<string, number>): string[] {
  const often = [...counts].filter(([, count]) => count >= fewestTimes);
  return often.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([name]) => name);
}

function encodeAll(times: Float64Array, width: number, encode: Encode): SeriesInputs {
  const cells = new Float64Array(times.length * width);
  for (const [place, time] of times.entries()) encode(time, cells, place * width);
  return { width, cells };
}

/** Returns the milliseconds of a step, of at most a day. */
function refuseLongSteps(step: TimeStep): number {
  if (step.unit === 'weekday') return dayMilliseconds;
  if (step.unit === 'millisecond' && step.count <= dayMilliseconds) return step.count;
  throw new TrainingError(
    'bad_holidays',
    `holidays are of use to series by the day or the hour; these have one value for each ${nameStep(step)}: leave options.holidays out`,
  );
}

function clockOf(format: TimeFormat): (time: number) => number {
  const zone = format.style === 'timestamp' ? format.zone : null;
  return zone === null ? (time) => time : (time) => toLocal(zone, time);
}

/** Returns the names of the holidays of a day, which is numbered since 1970; each year and day is looked up once. */
function createCalendar(region: string, holidaysOf: HolidaysOf): (day: number) => readonly string[] {
  const years = new Map<number, Map<number, string[]>>();
  const yearOf = (year: number) => {
    const known = years.get(year) ?? byDay(holidaysOf(region, year));
    years.set(year, known);
    return known;
  };
  const days = new Map<number, readonly string[]>();
  return (day) => {
    const known = days.get(day) ?? yearOf(new Date(day * dayMilliseconds).getUTCFullYear()).get(day) ?? [];
    days.set(day, known);
    return known;
  };
}

function byDay(holidays: readonly Holiday[]): Map<number, string[]> {
  const days = new Map<number, string[]>();
  for (const { date, name } of holidays) {
    const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMilliseconds);
    days.set(day, [...(days.get(day) ?? []), name]);
  }
  return days;
}

type Calendar = ReturnType<typeof createCalendar>;

/** Puts the numbers of a time into cells that are 0, from a place on. */
type Encode = (time: number, cells: Float64Array, at: number) => void;

/** Counts the days of each name. */
function countNames(times: Float64Array, calendar: Calendar): Map<string, number> {
  const days = new Set(times.map((time) => Math.floor(time / dayMilliseconds)));
  const counts = new Map<string, number>();
  for (const day of days) for (const name of calendar(day)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function encodeDays(calendar: Calendar, names: readonly string[]): Encode {
  const places = new Map(names.map((name, place) => [name, around.length + place]));
  return (time, cells, at) => {
    const day = Math.floor(time / dayMilliseconds);
    for (const [place, days] of around.entries()) cells[at + place] = Number(calendar(day + days).length > 0);
    for (const name of calendar(day)) {
      const place = places.get(name);
      if (place !== undefined) cells[at + place] = 1;
    }
  };
}

function encodeHours(calendar: Calendar): Encode {
  return (time, cells, at) => {
    const day = Math.floor(time / dayMilliseconds);
    const block = Math.floor((time - day * dayMilliseconds) / (dayMilliseconds / blocksOfDay));
    cells[at + block] = Number(calendar(day).length > 0);
  };
}
