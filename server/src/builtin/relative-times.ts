import { monthNames } from '../questions/words/number-words.ts';

const named = /\b(?:(?:in|during|for|over|from) )?(?:the )?(this|current|last|previous|past) (year|month)\b(?! of)/gi;
const recent = /\b(?:in|during|for|over|within) (?:the )?(?:last|past|previous) (\d+) (day|week|month|year)s\b/gi;
const days = { today: 0, yesterday: 1 };

/** Says times that depend on today by their dates: "last year" is "in 2024", "in the last 30 days" is "since" a day. */
export function sayTimes(question: string, now: Date): string {
  return question
    .replace(recent, (_, count: string, unit: string) => `since ${isoDay(before(now, Number(count), unit))}`)
    .replace(named, (_, which: string, unit: string) => {
      const back = /^(this|current)$/i.test(which) ? 0 : 1;
      const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
      if (unit.toLowerCase() === 'year') return `in ${year - back}`;
      const first = new Date(Date.UTC(year, month - back, 1));
      return `in ${monthNames[first.getUTCMonth()]} ${first.getUTCFullYear()}`;
    })
    .replace(/\b(today|yesterday)\b/gi, (word: string) => {
      const back = days[word.toLowerCase() as keyof typeof days];
      return `on ${isoDay(before(now, back, 'day'))}`;
    });
}

function before(now: Date, count: number, unit: string): Date {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  if (unit === 'year') day.setUTCFullYear(day.getUTCFullYear() - count);
  else if (unit === 'month') day.setUTCMonth(day.getUTCMonth() - count);
  else day.setUTCDate(day.getUTCDate() - count * (unit === 'week' ? 7 : 1));
  return day;
}

/** A count of years may leave the calendar. */
function isoDay(day: Date): string {
  return Number.isNaN(day.getTime()) ? '1000-01-01' : day.toISOString().slice(0, 10);
}
