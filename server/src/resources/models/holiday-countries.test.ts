import { expect, test } from 'vitest';
import { holidayCountries } from './holiday-countries.ts';
import { openHolidays } from './training/open-holidays.ts';

test('a training knows the holidays of each country that a request may name, and of no other', async () => {
  const { default: Calendar } = await import('date-holidays');
  expect([...holidayCountries].sort()).toEqual(Object.keys(new Calendar().getCountries()).sort());
});

test('holidays are those of the country or the part of it, each day of a longer one', async () => {
  const holidaysOf = await openHolidays();
  const named = (region: string, part: string) =>
    holidaysOf(region, 2024)
      .filter(({ name }) => name.includes(part))
      .map(({ date }) => date);
  expect(named('DE', 'Karfreitag')).toEqual(['2024-03-29']);
  expect(named('DE', 'Fronleichnam')).toEqual([]);
  expect(named('DE-BY', 'Fronleichnam')).toEqual(['2024-05-30']);
  expect(named('US', 'Thanksgiving')).toContain('2024-11-28');
  expect(holidaysOf('DE', 2500)).toEqual([]);
  expect(() => holidaysOf('DE-XX', 2024)).toThrow('the parts of DE are BB, BE');
  expect(() => holidaysOf('DE-BY-QQ', 2024)).toThrow('the parts of DE-BY are');
});
