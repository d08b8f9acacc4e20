import { createRandom } from '@sibyl/engine/random.ts';

/** A row of a branch's weekly report. */
export interface Sale {
  day: Date;
  branch: string;
  goods: string;
  pieces: number;
  /** Share of the price; undefined where nobody wrote it down. */
  discount: number | undefined;
  isPromoted: boolean;
  revenue: number;
}

const branches = { Köln: 1.2, Düsseldorf: 1.35, Münster: 0.9, Gütersloh: 0.7 };
const prices = { Möbel: 42.5, Küche: 23.8, Garten: 14.9, Bücher: 8.6 };
const discounts = [0, 0, 0, 0.05, 0.1, 0.25];

/** Draws sales whose revenue follows from the other columns, apart from `noise` (a share). */
export function drawSales(count: number, seed: number, noise: number): Sale[] {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2023, 0, 2 + 7 * Math.floor(index / 8)));
    const [branch, size] = pick(Object.entries(branches));
    const [goods, price] = pick(Object.entries(prices));
    const discount = pick(discounts);
    const isPromoted = random() < 0.2;
    const season = goods === 'Garten' ? 1 + 0.5 * Math.sin((2 * Math.PI * (day.getUTCMonth() - 2)) / 12) : 1;
    const pieces = Math.round((20 + 60 * random()) * size * (isPromoted ? 1.4 : 1));
    const error = 1 + noise * (random() + random() + random() - 1.5);
    const revenue = Math.round(pieces * price * (1 - discount) * season * error * 100) / 100;
    return { day, branch, goods, pieces, discount: random() < 0.05 ? undefined : discount, isPromoted, revenue };
  });
}

const head = ['Woche ab', 'Filiale', 'Warengruppe', 'Stück', 'Rabatt', 'Aktion'];
const money = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const share = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 1 });

function cellsOf({ day, branch, goods, pieces, discount, isPromoted }: Sale): string[] {
  const date = `${day.getUTCDate()}.${day.getUTCMonth() + 1}.${day.getUTCFullYear()}`;
  const discountText = discount === undefined ? 'k.A.' : `${share.format(discount * 100)} %`;
  return [date, branch, goods, pieces.toLocaleString('de-DE'), discountText, isPromoted ? 'ja' : 'nein'];
}

/** The report as a German Excel saves it: titles, `;`, decimal commas, a sum, Windows-1252, CRLF. */
export function germanReport(sales: readonly Sale[]): Buffer {
  const sum = money.format(sales.reduce((total, { revenue }) => total + revenue, 0));
  const lines = [
    'Filialbericht Nordwest;;;;;;',
    'Stand: 30.6.2026;;;;;;',
    ';;;;;;',
    [...head, 'Umsatz'].join(';'),
    ...sales.map((sale) => [...cellsOf(sale), `${money.format(sale.revenue)} €`].join(';')),
    `Summe;;;;;;${sum} €`,
  ];
  return toWindows1252(`${lines.join('\r\n')}\r\n`);
}

/** The same columns without the revenue, for predictions. */
export function germanQuestions(sales: readonly Sale[]): Buffer {
  return toWindows1252(`${[head, ...sales.map(cellsOf)].map((row) => row.join(';')).join('\r\n')}\r\n`);
}

/** All its letters are those of Latin 1, except the euro sign. */
function toWindows1252(text: string): Buffer {
  return Buffer.from(text.replaceAll('€', '\u0080').replaceAll('\u00a0', ' '), 'latin1');
}

/** The rows of a workbook with typed cells, titles and, where wanted, the revenue. */
export function sheetOf(sales: readonly Sale[], hasRevenue: boolean) {
  const rows = sales.map(({ day, branch, goods, pieces, discount, isPromoted, revenue }) => [
    { value: day, type: Date, format: 'dd.mm.yyyy' },
    branch,
    goods,
    pieces,
    discount ?? null,
    isPromoted ? 'ja' : 'nein',
    ...(hasRevenue ? [revenue] : []),
  ]);
  const titles = hasRevenue ? [['Filialbericht Nordwest'], ['Stand: 30.6.2026'], []] : [];
  return [...titles, hasRevenue ? [...head, 'Umsatz'] : head, ...rows];
}

/** A plain CSV of the same sales, as programs write it. */
export function plainFile(sales: readonly Sale[], hasRevenue: boolean): string {
  const lines = sales.map(({ day, branch, goods, pieces, discount, isPromoted, revenue }) =>
    [
      day.toISOString().slice(0, 10),
      branch,
      goods,
      pieces,
      discount ?? '',
      isPromoted,
      ...(hasRevenue ? [revenue] : []),
    ].join(','),
  );
  return `week,branch,goods,pieces,discount,promoted${hasRevenue ? ',revenue' : ''}\n${lines.join('\n')}\n`;
}
