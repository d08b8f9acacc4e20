import { createRandom } from '@sibyl/engine/random.ts';

const rowsPerChunk = 1000;
const width = 20;

/** A pool of standard normal values with three digits (Box and Muller), made once because drawing is slow. */
function makeNormals(random: () => number): number[] {
  return Array.from({ length: 65_536 }, () =>
    Number((Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())).toFixed(3)),
  );
}

interface Drawing {
  seed?: number;
  /** Names of the two classes. */
  labels?: readonly [string, string];
}

/** Generates a seeded CSV of 20 numbers and a class that depends on eight of them, with noise. */
export function* generateRows(rowCount: number, { seed = 2, labels = ['no', 'yes'] }: Drawing = {}): Generator<Buffer> {
  const random = createRandom(seed);
  const normals = makeNormals(random);
  yield Buffer.from(`${Array.from({ length: width }, (_, column) => `x${column}`).join(',')},y\n`);
  const x = new Array<number>(width).fill(0);
  for (let row = 0; row < rowCount; row += rowsPerChunk) {
    let lines = '';
    for (let line = 0; line < Math.min(rowsPerChunk, rowCount - row); line++) {
      for (let column = 0; column < width; column++) x[column] = normals[Math.floor(random() * normals.length)];
      const smooth = Math.sin(2 * x[0]) + x[1] * x[2] + 0.5 * x[3] ** 2 - 0.5;
      const steps = (x[4] > 0.5 ? 1 : 0) - (x[5] > x[6] ? 1 : 0) + 0.5 * x[7];
      lines += `${x.join(',')},${labels[random() < 1 / (1 + Math.exp(-smooth - steps)) ? 1 : 0]}\n`;
    }
    yield Buffer.from(lines);
  }
}
