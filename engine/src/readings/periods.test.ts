import { describe, expect, it } from 'vitest';
import { writeTime } from '../forecast/axis/format.ts';
import { readTime, readTimes } from '../forecast/axis/read-times.ts';
import { decideReading } from './decide.ts';
import { createCellParser } from './parse-cell.ts';

const seen = (texts: readonly string[]) => texts.map((text) => ({ text, count: 1 }));
const iso = (time: number) => new Date(time).toISOString().slice(0, 10);

describe('quarters, half-years and weeks', () => {
  it.each([
    ['1998 Q1', '1998-01-01', 'quarter', '{yyyy} Q{n}'],
    ['1998Q2', '1998-04-01', 'quarter', '{yyyy}Q{n}'],
    ['1998-Q3', '1998-07-01', 'quarter', '{yyyy}-Q{n}'],
    ['Q4 1998', '1998-10-01', 'quarter', 'Q{n} {yyyy}'],
    ['Q1/1998', '1998-01-01', 'quarter', 'Q{n}/{yyyy}'],
    ['1Q1998', '1998-01-01', 'quarter', '{n}Q{yyyy}'],
    ['2020 H2', '2020-07-01', 'half_year', '{yyyy} H{n}'],
    ['2015 W01', '2014-12-29', 'week', '{yyyy} W{nn}'],
    ['W7/2015', '2015-02-09', 'week', 'W{n}/{yyyy}'],
  ])('%s is %s', (text, day, shape, spelling) => {
    const { reading, notes } = decideReading(seen([text]), { name: 'x' });
    expect(reading).toMatchObject({ type: 'date', time_shape: shape, period_spelling: spelling });
    expect(iso(createCellParser(reading)(text))).toBe(day);
    expect(notes).toMatchObject([{ code: 'read_as_times', detail: expect.stringContaining(text) }]);
    expect(decideReading(seen([text]), { type: 'date' }).reading).toMatchObject({ time_shape: shape });
  });

  it('are text where one cell is another period or none, which is said', () => {
    const { reading, notes } = decideReading(seen(['1998 Q1', '1998 Q2', '1998 Q3', '1998 Q5']));
    expect(reading.type).toBe('text');
    expect(notes).toMatchObject([{ code: 'almost_dates', cells: ['1998 Q5'] }]);
    expect(decideReading(seen(['2015 W54'])).reading.type).toBe('text');
  });

  it('are written by a forecast as in the table', () => {
    const { reading } = decideReading(seen(['2015 W52', '2015 W53']));
    const values = Float64Array.from(['2015 W52', '2015 W53'], createCellParser(reading));
    const { reading: times } = readTimes({ name: 'week', type: 'time', values, reading });
    expect(writeTime(times.format, Date.UTC(2016, 0, 4))).toBe('2016 W01');
    expect(readTime(times, '2016-W01')).toBe(Date.UTC(2016, 0, 4));
    expect(readTime(times, '2016-01-04')).toBe(Date.UTC(2016, 0, 4));
  });
});
