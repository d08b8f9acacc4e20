const day = 86_400_000;

/** Writes an ISO date as the quarter, half-year or week that an example such as `2016 Q3` spells; others stay. */
export function writtenLike(example: unknown, date: unknown): unknown {
  const letter = /(?<!\p{L})[qhw](?!\p{L})/iu.exec(String(example))?.[0].toLowerCase();
  const time = Date.parse(String(date));
  if (letter === undefined || !/\d{4}/.test(String(example)) || Number.isNaN(time)) return date;
  const { year, number } = letter === 'w' ? weekOf(time) : partOf(time, letter === 'q' ? 3 : 6);
  return String(example)
    .replace(/(?<!\d)\d{1,2}(?!\d)/, letter === 'w' ? String(number).padStart(2, '0') : String(number))
    .replace(/\d{4}/, String(year));
}

function partOf(time: number, months: number) {
  const date = new Date(time);
  return { year: date.getUTCFullYear(), number: Math.floor(date.getUTCMonth() / months) + 1 };
}

/** The year and number of the ISO week, which is that of its Thursday. */
function weekOf(time: number) {
  const thursday = time + (3 - ((new Date(time).getUTCDay() + 6) % 7)) * day;
  const year = new Date(thursday).getUTCFullYear();
  return { year, number: Math.floor((thursday - Date.UTC(year, 0)) / (7 * day)) + 1 };
}
