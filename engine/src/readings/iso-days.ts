const dayMilliseconds = 86_400_000;

/** Returns the start of a day of an ISO week, from 1 for Monday; the fourth of January is in the first week. */
export function dayOfWeek(year: number, week: number, day: number): number {
  const fourth = Date.UTC(year, 0, 4);
  const thursday = fourth + ((week - 1) * 7 + 3 - ((new Date(fourth).getUTCDay() + 6) % 7)) * dayMilliseconds;
  const isOfYear = week > 0 && new Date(thursday).getUTCFullYear() === year;
  return isOfYear ? thursday + (day - 4) * dayMilliseconds : Number.NaN;
}
