import { createRandom } from '@sibyl/engine/random.ts';

const cities = ['Aachen', 'Bergen', 'Cork', 'Dijon', 'Evora', 'Faro', 'Ghent', 'Haarlem', 'Izmir', 'Jena'];
const rowsPerChunk = 2000;

/** Counters of `generateCsv`. */
export interface CsvProgress {
  bytes: number;
  rows: number;
}

/** Generates a CSV of at least `bytes` bytes: an identifier, four numbers, a category, a date and a text. */
export function* generateCsv(bytes: number, progress: CsvProgress): Generator<Buffer> {
  const random = createRandom(4);
  yield Buffer.from('id,width,height,weight,price,city,sold_on,remark\n');
  while (progress.bytes < bytes) {
    const chunk = Buffer.from(Array.from({ length: rowsPerChunk }, () => makeLine(progress.rows++, random)).join(''));
    progress.bytes += chunk.length;
    yield chunk;
  }
}

function makeLine(row: number, random: () => number): string {
  const number = (scale: number) => (random() * scale).toFixed(3);
  const city = cities[Math.floor(random() * cities.length)];
  const day = new Date(1.6e12 + Math.floor(random() * 1e11)).toISOString().slice(0, 10);
  const remark = random().toString(36).slice(2, 14);
  return `${row},${number(10)},${number(100)},${number(1000)},${number(1e5)},${city},${day},"remark, ${remark}"\n`;
}
