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

export interface HolidayInputs {
  /** Names of the holidays that have an effect of their own. */
  names: string[];
  /** Days that are holidays within the longest series. */
  days: number;
  series: SeriesInputs[];
}

/**
 * Makes inputs of the public holidays of a region: any of them, the day before, the day after, and each by its name. Of
 * series by the hour, any of them at each time of day. `skipped` and `lengths` as for other inputs.
 */
export function inputsOfHolidays(
  { step, series, reading }: Panel,
  region: string,
  holidaysOf: HolidaysOf,
  { skipped, lengths, ahead }: { skipped: readonly number[]; lengths: readonly number[]; ahead: number },
): HolidayInputs {
  const length = refuseLongSteps(step);
  const calendar = createCalendar(region, holidaysOf);
  const times = series.map(({ start }, index) => {
    const localOf = clockOf(reading.format);
    return Float64Array.from({ length: lengths[index] }, (_, place) =>
      localOf(moveSteps(step, start, skipped[index] + place)),
    );
  });
  const known = times.map((own) => own.subarray(0, own.length - ahead));
  const counts = countNames(known, calendar);
  const isWithinDay = length < dayMilliseconds;
  const names = isWithinDay ? [] : [...counts].filter(([, count]) => count >= fewestTimes).map(([name]) => name);
  const kept = names.sort().slice(0, mostNames);
  const encode = isWithinDay ? encodeHours(calendar) : encodeDays(calendar, kept);
  return {
    names: kept,
    days: [...counts.values()].reduce((sum, count) => sum + count, 0),
    series: times.map((own) => joinRows(Array.from(own, encode))),
  };
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

/** Returns the names of the holidays of a day, which is numbered since 1970; each year is looked up once. */
function createCalendar(region: string, holidaysOf: HolidaysOf): (day: number) => readonly string[] {
  const years = new Map<number, Map<number, string[]>>();
  const yearOf = (year: number) => {
    const known = years.get(year) ?? byDay(holidaysOf(region, year));
    years.set(year, known);
    return known;
  };
  return (day) => yearOf(new Date(day * dayMilliseconds).getUTCFullYear()).get(day) ?? [];
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

/** Counts the days of each name in the longest series. */
function countNames(times: readonly Float64Array[], calendar: Calendar): Map<string, number> {
  const longest = times.reduce((most, own) => (own.length > most.length ? own : most));
  const days = new Set(longest.map((time) => Math.floor(time / dayMilliseconds)));
  const counts = new Map<string, number>();
  for (const day of days) for (const name of calendar(day)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function encodeDays(calendar: Calendar, names: readonly string[]): (time: number) => number[] {
  return (time) => {
    const day = Math.floor(time / dayMilliseconds);
    const own = calendar(day);
    const around = [day, day + 1, day - 1].map((one) => Number(calendar(one).length > 0));
    return [...around, ...names.map((name) => Number(own.includes(name)))];
  };
}

function encodeHours(calendar: Calendar): (time: number) => number[] {
  return (time) => {
    const day = Math.floor(time / dayMilliseconds);
    const isHoliday = calendar(day).length > 0;
    const block = Math.floor((time - day * dayMilliseconds) / (dayMilliseconds / blocksOfDay));
    return Array.from({ length: blocksOfDay }, (_, index) => Number(isHoliday && index === block));
  };
}

function joinRows(rows: readonly number[][]): SeriesInputs {
  const width = rows[0]?.length ?? 0;
  return { width, cells: Float64Array.from(rows.flat()) };
}
