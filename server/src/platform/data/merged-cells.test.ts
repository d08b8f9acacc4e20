import { expect, test } from 'vitest';
import { faultOf, useDataRoom } from '../../../test/data-room.ts';
import { makeWorkbook, sheetOf } from '../../../test/workbook-file.ts';

const { importText } = useDataRoom();

type Cells = readonly (string | number | null)[];

async function read(rows: readonly Cells[], merged: readonly string[]) {
  const { columns, cells, warnings } = await importText(makeWorkbook({ Data: sheetOf(rows, merged) }));
  return { names: columns.map(({ name }) => name), cells, warnings };
}

const detailOf = (warnings: readonly { code: string; detail: string }[], wanted: string) =>
  warnings.find(({ code }) => code === wanted)?.detail;

test('a value of merged cells holds in each row that they cover, and it is said', async () => {
  const { cells, warnings } = await read(
    [
      ['region', 'city', 'n'],
      ['South', 'Bern', 1],
      ['North', 'Kiel', 2],
      [null, 'Oslo', 3],
      ['East', 'Riga', 4],
      [null, 'Brno', null],
      [null, 'Graz', 6],
    ],
    ['A3:A4', 'A5:A7'],
  );
  expect(cells.map(([region]) => region)).toEqual(['South', 'North', 'North', 'East', 'East', 'East']);
  expect(warnings).toMatchObject([
    { code: 'merged_cells', detail: expect.stringMatching(/: A3:A4, A5:A7\.$/), line: 3 },
  ]);
});

test('a value over several columns holds in each, a word over numbers or alone in its row does not', async () => {
  const { cells, warnings } = await read(
    [
      ['shop', 'mon', 'tue', 'note'],
      ['a', 5, null, 'x'],
      ['b', 1, 2, 'y'],
      ['c', 3, 4, 'z'],
      ['d', 7, 8, 'closed'],
      ['e', 9, 1, 'w'],
      ['closed for ever', null, null, null],
      ['f', 'n/a', null, 'q'],
    ],
    ['B2:C2', 'A7:D7', 'B8:C8'],
  );
  expect(cells[0]).toEqual(['a', 5, 5, 'x']);
  expect(cells[5]).toEqual(['closed for ever', null, null, null]);
  expect(cells[6]).toEqual(['f', null, null, 'q']);
  expect(detailOf(warnings, 'merged_cells')).toContain('B2:C2, B8:C8');
  const rows: Cells[] = [
    ['shop', 'mon', 'tue'],
    ...[1, 2, 3, 4, 5, 6].map((n): Cells => [`s${n}`, n, n]),
    ['t', 'shut', null],
  ];
  expect(detailOf((await read(rows, ['B8:C8'])).warnings, 'merged_words')).toContain('B8:C8');
});

test('a total beside merged cells is a total still, and figures of merged cells are summed once', async () => {
  const { cells, warnings } = await read(
    [
      ['region', 'city', 'n'],
      ['North', 'Kiel', 10],
      [null, 'Oslo', null],
      ['East', 'Riga', 4],
      ['East', 'Brno', 6],
      ['Total', null, 20],
    ],
    ['A2:A3', 'C2:C3', 'A6:B6'],
  );
  expect(cells).toEqual([
    ['North', 'Kiel', 10],
    ['North', 'Oslo', 10],
    ['East', 'Riga', 4],
    ['East', 'Brno', 6],
  ]);
  expect(detailOf(warnings, 'total_rows')).toBeDefined();
});

test('rows merged as a whole are one row; rows of merged cells only have missing cells beside', async () => {
  const { cells } = await read(
    [
      ['a', 'b', 'c'],
      ['x', 1, 2],
      [null, null, null],
      ['y', 3, 4],
      [null, null, null],
      ['z', 5, 6],
    ],
    ['A2:A3', 'B2:B3', 'C2:C3', 'A4:A5', 'C4:C5'],
  );
  expect(cells).toEqual([
    ['x', 1, 2],
    ['y', 3, 4],
    ['y', null, 4],
    ['z', 5, 6],
  ]);
});

test.each<[string, Cells[], string[], string[]]>([
  [
    'groups over years, names beside over both rows',
    [
      ['Region', 'Sales', null, 'Costs', null],
      [null, 2024, 2025, 2024, 2025],
    ],
    ['A1:A2', 'B1:C1', 'D1:E1'],
    ['Region', 'Sales 2024', 'Sales 2025', 'Costs 2024', 'Costs 2025'],
  ],
  [
    'groups above, names beside in the lower row',
    [
      [null, 'Sales', null, 'Costs', null],
      ['Region', 2024, 2025, 2024, 2025],
    ],
    ['B1:C1', 'D1:E1'],
    ['Region', 'Sales 2024', 'Sales 2025', 'Costs 2024', 'Costs 2025'],
  ],
  [
    'groups of numbers',
    [
      ['Region', 'Quarter', null, null, null],
      [null, 1, 2, 3, 4],
    ],
    ['A1:A2', 'B1:E1'],
    ['Region', 'Quarter 1', 'Quarter 2', 'Quarter 3', 'Quarter 4'],
  ],
  [
    'three rows',
    [
      ['Region', 'Sales', null, null, null],
      [null, 'Home', null, 'Abroad', null],
      [null, 'low', 'high', 'low', 'high'],
    ],
    ['A1:A3', 'B1:E1', 'B2:C2', 'D2:E2'],
    ['Region', 'Sales Home low', 'Sales Home high', 'Sales Abroad low', 'Sales Abroad high'],
  ],
  [
    'a title above',
    [
      ['Sales of all regions', null, null, null, null],
      ['Region', 'Sales', null, 'Costs', null],
      [null, 'a', 'b', 'a', 'b'],
    ],
    ['A1:E1', 'A2:A3', 'B2:C2', 'D2:E2'],
    ['Region', 'Sales a', 'Sales b', 'Costs a', 'Costs b'],
  ],
  [
    'a name over two columns without names below',
    [['Region', 'Price', null, 'c', 'd']],
    ['B1:C1'],
    ['Region', 'Price', 'Price_2', 'c', 'd'],
  ],
])('merged cells of a header join its names: %s', async (_, header, merged, names) => {
  const rows = ['North', 'South', 'East'].map(
    (region, index): Cells => [region, index + 10, index + 20, index + 30, index * 7],
  );
  const read1 = await read([...header, ...rows], merged);
  expect(read1.names).toEqual(names);
  expect(read1.cells).toEqual(rows);
});

test('groups over texts only are names too', async () => {
  const rows: Cells[] = [
    ['Ann', 'Lee', 'Elm St', 'Bonn'],
    ['Bob', 'Ray', 'Oak St', 'Kiel'],
    ['Cy', 'Fox', 'Ash St', 'Ulm'],
  ];
  const { names, cells } = await read(
    [['Person', null, 'Address', null], ['first', 'last', 'street', 'city'], ...rows],
    ['A1:B1', 'C1:D1'],
  );
  expect(names).toEqual(['Person first', 'Person last', 'Address street', 'Address city']);
  expect(cells).toEqual(rows);
});

test('a name that is merged with rows below is no value of them, and it is said', async () => {
  const { names, cells, warnings } = await read(
    [
      ['region', 'n'],
      [null, 1],
      [null, 2],
      ['x', 3],
    ],
    ['A1:A3'],
  );
  expect(names).toEqual(['region', 'n']);
  expect(cells).toEqual([
    [null, 1],
    [null, 2],
    ['x', 3],
  ]);
  expect(detailOf(warnings, 'merged_header')).toContain('A1:A3');
});

test('ten thousand merged ranges are read, and a range over the whole sheet costs no more than its rows', async () => {
  const rows: Cells[] = [
    ['a', 'b'],
    ...Array.from({ length: 20_000 }, (_, row): Cells => [row % 2 ? null : `g${row >> 1}`, row]),
  ];
  const pairs = Array.from({ length: 10_000 }, (_, pair) => `A${2 * pair + 2}:A${2 * pair + 3}`);
  const { cells, warnings } = await read(rows, pairs);
  expect([cells.length, cells.every(([group], row) => group === `g${row >> 1}`)]).toEqual([20_000, true]);
  expect(detailOf(warnings, 'merged_cells')).toContain('and 9995 more');
  const whole = ['A1:XFD1048576', 'A2:XFD1048576', 'A2:A1048576', 'B2:A3', 'A1', 'x', '#REF!:A2', 'A2:XFD9999999'];
  const hostile = await read(
    [
      ['a', 'b'],
      ['x', 1],
      ['y', 2],
      [null, 3],
    ],
    whole,
  );
  expect(hostile.cells).toEqual([
    ['x', 1],
    ['y', 2],
    ['x', 3],
  ]);
});

test('refuses more ranges than a spreadsheet can have rows', async () => {
  const sheet = {
    ...sheetOf([
      ['a', 'b'],
      ['x', 1],
    ]),
    below: `<mergeCells>${'<mergeCell ref="A1:A2"/>'.repeat(1_000_001)}</mergeCells>`,
  };
  expect(await faultOf(importText(makeWorkbook({ Data: sheet })))).toMatchObject({ code: 'broken_workbook' });
});
