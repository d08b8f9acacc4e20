import type { SavedValue } from '../model-file/reader.ts';
import { timeShapes } from '../readings/reading.ts';
import type { TimeFormat } from './axis/format.ts';
import { periodUnits } from './axis/period-units.ts';
import type { TimeReading } from './axis/read-times.ts';
import { evenStep, lastDayOfMonth, monthsStep, stepUnits, type TimeStep, weekdaysStep } from './axis/step.ts';

/** The furthest moment of the calendar of JavaScript. */
export const mostTime = 8.64e15;
const longestTemplate = 100;

/** Loads the step between times; files of earlier releases have `atMonthEnd` in place of days. */
export function loadStep(saved: SavedValue): TimeStep {
  const unit = saved.get('unit').oneOf(stepUnits);
  const count = saved.get('count').integer(1, mostTime);
  const [day, weekdays] = [saved.get('day'), saved.get('weekdays')];
  if (unit === 'weekday') return weekdaysStep(weekdays.isNull ? [0, 1, 2, 3, 4] : loadWeekdays(weekdays));
  if (unit !== 'month') return evenStep(unit, count);
  if (day.isNull) return monthsStep(count, saved.get('atMonthEnd').boolean() ? lastDayOfMonth : 0);
  return monthsStep(count, day.integer(0, lastDayOfMonth), saved.get('hasAnyDay').boolean());
}

function loadWeekdays(saved: SavedValue): number[] {
  const weekdays = saved.list(7).map((day) => day.integer(0, 6));
  const areAscending = weekdays.every((day, index) => index === 0 || day > weekdays[index - 1]);
  return weekdays.length > 0 && areAscending ? weekdays : saved.fail('days of the week in order');
}

export function loadReading(saved: SavedValue): TimeReading {
  return {
    format: loadFormat(saved.get('format')),
    order: saved.get('order').oneOf(['ymd', 'dmy', 'mdy'] as const),
    ...given(saved.get('latestYear'), (year) => ({ latestYear: year.integer(1, 9999) })),
    ...given(saved.get('shape'), (shape) => ({ shape: shape.oneOf(timeShapes) })),
  };
}

function given<Part>(saved: SavedValue, read: (saved: SavedValue) => Part): Part | Record<string, never> {
  return saved.isNull ? {} : read(saved);
}

const styles = ['integer', 'date', 'timestamp', 'period', 'count', 'decimal year', 'month', 'quarter'] as const;

function loadFormat(saved: SavedValue): TimeFormat {
  const style = saved.get('style').oneOf(styles);
  switch (style) {
    case 'integer':
    case 'date':
      return { style };
    case 'timestamp':
      return { style, zone: loadZone(saved.get('zone')) };
    case 'count':
      return {
        style,
        origin: saved.get('origin').number(-mostTime, mostTime),
        length: saved.get('length').number(1e-6, mostTime),
        digits: saved.get('digits').integer(0, 20),
      };
    case 'decimal year':
      return {
        style,
        perYear: saved.get('perYear').integer(1, 12),
        offset: saved.get('offset').number(0, 1),
        digits: saved.get('digits').integer(0, 20),
      };
    case 'period':
      return {
        style,
        unit: saved.get('unit').oneOf(periodUnits),
        template: loadTemplate(saved.get('template')),
        months: saved.get('months').list(12).map(loadTemplate),
        isNumber: saved.get('isNumber').boolean(),
        firstYear: saved.get('firstYear').integer(0, 9999),
      };
    default: {
      // Files of earlier releases have the mark between year and number.
      const number = style === 'month' && saved.get('isPadded').boolean() ? '{nn}' : '{n}';
      const template = `{yyyy}${loadTemplate(saved.get('mark'))}${number}`;
      return { style: 'period', unit: style, template, months: [], isNumber: false, firstYear: 0 };
    }
  }
}

function loadTemplate(saved: SavedValue): string {
  const text = saved.text();
  return text.length <= longestTemplate ? text : saved.fail(`a text of at most ${longestTemplate} characters`);
}

function loadZone(saved: SavedValue): string | null {
  if (saved.isNull) return null;
  const zone = saved.text();
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone && zone;
  } catch {
    return saved.fail('a time zone');
  }
}
