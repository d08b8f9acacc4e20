import type { TimeFormat } from '../axis/format.ts';
import { distancesOf } from '../axis/infer-step.ts';
import { dayMilliseconds } from '../axis/step.ts';
import { momentsOf } from '../axis/zone-clock.ts';
import type { OrderedSeries } from './order-rows.ts';

/** Zones whose clocks change at different hours or days, the most frequent rules first. */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Europe/London',
  'Europe/Helsinki',
  'Australia/Sydney',
  'Pacific/Auckland',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Mexico_City',
  'Asia/Jerusalem',
  'Asia/Tehran',
  'Asia/Beirut',
  'Africa/Cairo',
  'Atlantic/Azores',
  'America/Havana',
  'America/Asuncion',
  'Australia/Lord_Howe',
];

export interface Settled {
  series: readonly OrderedSeries[];
  format: TimeFormat;
  warnings: string[];
}

/**
 * Reads local times as moments where the clock was put back or forward: an hour that comes twice in autumn, or one that
 * lacks in spring. Without such hours, or where no zone explains all of them, times stay as they are.
 */
export function settleSummerTime(series: readonly OrderedSeries[], format: TimeFormat, column: string): Settled {
  if (format.style !== 'timestamp') return { series, format, warnings: [] };
  const zone = findZone(series);
  if (zone === undefined) return { series, format, warnings: [] };
  const warning = `the local times in \`${column}\` are read with the clock changes of ${zone}: of two equal hours in autumn the second is the later one, and the hour that lacks in spring is not missing; send times with their offset, such as 2024-10-27T02:00+01:00, if that is wrong`;
  return { series: series.map((one) => readIn(zone, one)), format: { ...format, zone }, warnings: [warning] };
}

function findZone(series: readonly OrderedSeries[]): string | undefined {
  const repeated = repeatedTimes(series);
  if (repeated === undefined) return undefined;
  if (repeated.size === 0) return zones.find((zone) => explainsGaps(zone, series));
  const isTwice = (zone: string) => [...repeated].every((time) => momentsOf(zone, time).length === 2);
  const hasNoGap = (zone: string) =>
    series.every(({ moments }) => moments.every((moment) => momentsOf(zone, moment).length > 0));
  return zones.find((zone) => isTwice(zone) && hasNoGap(zone));
}

/** Returns the times that a series has twice; undefined where one comes more often. */
function repeatedTimes(series: readonly OrderedSeries[]): Set<number> | undefined {
  const repeated = new Set<number>();
  for (const { moments } of series)
    for (let place = 1; place < moments.length; place++) {
      if (moments[place] !== moments[place - 1]) continue;
      if (moments[place] === moments[place - 2]) return undefined;
      repeated.add(moments[place]);
    }
  return repeated;
}

/** Returns whether series of less than a day lack nothing but the hours that clocks of the zone skip. */
function explainsGaps(zone: string, series: readonly OrderedSeries[]): boolean {
  let gaps = 0;
  for (const one of series) {
    const distances = distancesOf(one.moments);
    const least = distances.reduce((a, b) => Math.min(a, b), dayMilliseconds);
    if (least >= dayMilliseconds) return false;
    const uneven = distances.reduce((count, distance) => count + Number(distance !== least), 0);
    gaps += uneven;
    if (uneven > one.moments.length / 50) return false;
    if (uneven > 0 && !distancesOf(readIn(zone, one).moments).every((distance) => distance === least)) return false;
  }
  return gaps > 0;
}

function readIn(zone: string, { key, moments, values }: OrderedSeries): OrderedSeries {
  const read = moments.map((local, place) => {
    const both = momentsOf(zone, local);
    return local === moments[place - 1] ? both[both.length - 1] : (both.at(0) ?? Number.NaN);
  });
  const order = Array.from(read.keys()).sort((a, b) => read[a] - read[b]);
  const pick = (from: Float64Array) => Float64Array.from(order, (place) => from[place]);
  return { key, moments: pick(read), values: pick(values) };
}
