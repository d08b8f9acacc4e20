import { TrainingError } from '@sibyl/engine/errors.ts';
import type { Holiday, HolidaysOf } from '@sibyl/engine/request.ts';

const dayMs = 86_400_000;
/** Beyond these the calendar computes for minutes, and says little of the holidays of the time. */
const [firstYear, lastYear] = [1900, 2100];

/** Loads the calendar, which is big, and returns the public holidays of countries (`DE`) and their parts (`DE-BY`). */
export async function openHolidays(): Promise<HolidaysOf> {
  const { default: Calendar } = await import('date-holidays');
  return (region, year) => {
    const [country, state, place] = region.split('-');
    const calendar = new Calendar({ country, state, region: place }, { types: ['public'] });
    refuseUnknown(calendar, region);
    if (year < firstYear || year > lastYear) return [];
    return calendar.getHolidays(year).flatMap(({ date, start, end, name }) => {
      const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs));
      const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
      return Array.from({ length: days }, (_, day): Holiday => ({ date: isoDay(first + day * dayMs), name }));
    });
  };
}

type Calendar = InstanceType<typeof import('date-holidays')['default']>;

function refuseUnknown(calendar: Calendar, region: string): void {
  const [country, state, place] = region.split('-');
  refuseStranger(region, country, Object.keys(calendar.getCountries()), 'countries');
  if (state !== undefined)
    refuseStranger(region, state, Object.keys(calendar.getStates(country) ?? {}), `parts of ${country}`);
  if (place !== undefined)
    refuseStranger(
      region,
      place,
      Object.keys(calendar.getRegions(country, state) ?? {}),
      `parts of ${country}-${state}`,
    );
}

function refuseStranger(region: string, code: string, known: readonly string[], what: string): void {
  if (known.includes(code)) return;
  const are = known.length > 0 ? `the ${what} are ${known.join(', ')}` : `there are no ${what}`;
  throw new TrainingError('bad_holidays', `options.holidays: the holidays of \`${region}\` are not known; ${are}`);
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
