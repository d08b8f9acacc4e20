import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const rows = 1_000_000;
const rowsPerWrite = 10_000;
const asked = 200;

/** A generator of whole numbers below a bound, the same in every run. */
function drawer(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Writes a table of sales: 200 texts in each of four columns, 50,000 in one, two numbers and a day. */
export async function writeMillion(path: string): Promise<void> {
  const file = createWriteStream(path);
  const draw = drawer(3);
  file.write('id,colour,town,kind,shop,client,price,pieces,sold_on\n');
  for (let at = 0; at < rows; at += rowsPerWrite) {
    const lines = Array.from({ length: rowsPerWrite }, (_, step) => lineOf(at + step, draw));
    if (!file.write(`${lines.join('\n')}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

function lineOf(id: number, draw: (below: number) => number): string {
  const texts = ['colour', 'town', 'kind', 'shop'].map((name) => `${name}${draw(200)}`);
  const day = new Date(Date.UTC(2015, 0, 1 + draw(3000))).toISOString().slice(0, 10);
  return [id, ...texts, `Client ${draw(50_000)}`, draw(10_000) / 100, draw(50), day].join(',');
}

/** Questions of ten kinds to that table. */
export function questionsToMillion(): string[] {
  const draw = drawer(7);
  return Array.from({ length: asked }, () => {
    const [one, client, year] = [draw(200), draw(50_000), 2015 + draw(8)];
    const kinds = [
      `How many rows have town town${one}?`,
      'What is the average price by colour?',
      `How many pieces did Client ${client} buy?`,
      `What is the average price of Client ${client}?`,
      'Which shop has the highest average price?',
      `How many were sold in ${year} in town${one}?`,
      `What share of rows is colour${one}?`,
      'Top 5 clients by total price',
      'Average price per year',
      `How many rows cost more than ${one / 2}?`,
    ];
    return kinds[draw(kinds.length)];
  });
}
