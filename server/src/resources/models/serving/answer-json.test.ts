import { loadModel } from '@sibyl/engine/load.ts';
import type { Column } from '@sibyl/engine/table.ts';
import { train } from '@sibyl/engine/train.ts';
import fastCheck from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseJsonBody } from '../../../http/request/json-body.ts';
import { readPredictRequest } from './predict-request.ts';
import { ServedModel } from './served-model.ts';

const rowCount = 240;
const count = (per: (row: number) => number) => Float64Array.from({ length: rowCount }, (_, row) => per(row));
const codes = (classes: number) => Int32Array.from({ length: rowCount }, (_, row) => row % classes);
const columns: Column[] = [
  { name: 'size', type: 'number', values: count((row) => row % 17) },
  { name: 'a "quoted" ñame', type: 'text', codes: codes(3), dictionary: ['Bodø', 'a "b"', 'New York'] },
  { name: 'lift', type: 'boolean', values: Uint8Array.from(count((row) => row % 2)) },
  { name: 'price', type: 'number', values: count((row) => 100.5 * (row % 17) + 31 * (row % 3) + (row % 5)) },
  { name: 'kind', type: 'text', codes: codes(4), dictionary: ['ja, "sehr"', 'nö', 'x\\y', 'z'] },
];

/** Cells as clients send them: usual ones, and ones that are spelt oddly, far off, unseen or of another kind. */
const cells: Record<string, readonly string[]> = {
  size: [
    '3',
    '16',
    '4.25',
    '2.50',
    '-1',
    '1e1',
    '3.0000000000000001',
    '0.1234567890123456',
    '"7"',
    '900',
    'null',
    '""',
  ],
  'a "quoted" ñame': ['"Bodø"', '"a \\"b\\""', '"New York"', '" new york "', '"Bod\\u00f8"', '"Mars"', 'null', '5'],
  lift: ['true', 'false', '"yes"', '1', '"perhaps"', 'null'],
  kind: ['"nö"', '"z"', '"\\u007a"'],
  __service_row_id: ['7', '"x"', 'null', '{"deep":[1]}'],
  price: ['100', '"much"'],
  size2: ['1'],
};
const usual = (name: string) => fastCheck.constantFrom(...cells[name].slice(0, 3));
const any = (name: string) => fastCheck.constantFrom(...cells[name]);
const member = (name: string, cell: typeof usual) => cell(name).map((text) => `${JSON.stringify(name)}:${text}`);
const inputs = ['size', 'a "quoted" ñame', 'lift'];
const usualRow = fastCheck.tuple(...inputs.map((name) => member(name, usual)));
const oddRow = fastCheck
  .shuffledSubarray(Object.keys(cells))
  .chain((names) => fastCheck.tuple(...names.map((name) => member(name, any))));
const row = fastCheck.oneof({ arbitrary: usualRow, weight: 9 }, { arbitrary: oddRow, weight: 1 });
const body = (one: typeof row) =>
  fastCheck
    .array(one, { minLength: 1, maxLength: 40 })
    .map((rows) => `[${rows.map((members) => `{${members}}`).join(', ')}]`);

const serve = async (known: readonly Column[], target: string) => {
  const trained = await train({ rowCount, columns: known }, { target, effort: 'quick' });
  return new ServedModel({ id: 'm', project_id: 'p' }, loadModel(trained.toBytes()), { key: 'k', byteSize: 1 });
};
const answerJson = (served: ServedModel, text: string, separator = ',') => {
  const answers = served.answerJson(Buffer.from(text), separator, served.quickLimits);
  if (!answers || answers === 'too_much') return answers;
  return Buffer.concat(answers.pieces.map((piece) => piece.subarray(1, -1))).toString();
};
const answerObjects = (served: ServedModel, text: string, separator = ',') =>
  String(served.answer(readPredictRequest(parseJsonBody(text), 1000), separator));

describe.each(['price', 'kind'])('answers to a JSON text, for %s', (target) => {
  let served: ServedModel;

  beforeAll(async () => {
    served = await serve(
      columns.filter(({ name }) => name === target || inputs.includes(name)),
      target,
    );
  });

  const answer = (text: string, separator: string) => answerJson(served, text, separator);
  const answerParsed = (text: string, separator: string) => answerObjects(served, text, separator);

  it('are those to its rows as objects, byte for byte', () => {
    let answered = 0;
    const isSame = (text: string, separator: string) => {
      const answers = answer(text, separator);
      if (answers === undefined) return;
      answered += 1;
      expect(answers).toBe(answerParsed(text, separator));
    };
    fastCheck.assert(fastCheck.property(body(row), fastCheck.constantFrom(',', '\n'), isSame), { numRuns: 300 });
    expect(answered).toBeGreaterThan(30);
  });

  it('are given to all usual rows', () => {
    fastCheck.assert(
      fastCheck.property(body(usualRow), (text) => {
        expect(answer(text, ',')).toBe(answerParsed(text, ','));
      }),
    );
  });

  it('are left to a thread beyond the limits', () => {
    const rows = (number: number, one: string) => `[${Array(number).fill(one).join(',')}]`;
    const whole = '{"size":1,"a \\"quoted\\" ñame":"Bodø","lift":true}';
    expect(answer(rows(1000, whole), ',')).toBeDefined();
    expect(answer(rows(1001, whole), ',')).toBe('too_much');
    expect(answer(rows(10, '{}'), ',')).toBeDefined();
    expect(answer(rows(11, '{"size":null}'), ',')).toBe('too_much');
    expect(
      served.answerJson(Buffer.from(rows(2, whole)), ',', served.quickLimits, { isCancelled: () => true }),
    ).toBeUndefined();
    // Each cell is compared with all names, for they come in any order.
    const compared = { ...served.quickLimits, compared: 100 };
    expect(served.answerJson(Buffer.from(rows(1, whole)), ',', compared)).toBe('too_much');
    const answered = served.answerJson(Buffer.from(rows(2500, whole)), ',', { ...served.quickLimits, rows: 2500 });
    expect(answered).toMatchObject({ pieces: { length: 3 }, rows: 2500 });
  });

  it('need no more room than they have, when one of many rows has a long text that training never saw', () => {
    const usual = '{"size":1,"a \\"quoted\\" ñame":"Bodø","lift":true}';
    const long = usual.replace('Bodø', 'x'.repeat(5_000_000));
    const text = `[${[long, ...Array(999).fill(usual)]}]`;
    expect(answer(text, ',') === answerParsed(text, ',')).toBe(true);
  });
});

describe('answers to a JSON text with a column called like the row ID', () => {
  const rowId: Column = { name: '__service_row_id', type: 'number', values: count((row) => row % 11) };
  const [size, town] = columns;
  const values = count((row) => 100.5 * (row % 17) + 9 * (row % 11));

  it('read it in any order, and again where it is there twice', async () => {
    const served = await serve([size, rowId, town, { name: 'price', type: 'number', values }], 'price');
    for (const members of [
      '"a \\"quoted\\" ñame":"Bodø","__service_row_id":5,"size":1',
      '"size":1,"__service_row_id":5,"__service_row_id":7',
    ])
      expect(answerJson(served, `[{${members}}]`)).toBe(answerObjects(served, `[{${members}}]`));
  });

  it('leave its true value to the ordinary way', async () => {
    const served = await serve([size, town, { ...rowId, values }], '__service_row_id');
    expect(answerJson(served, '[{"size":1}]')).toBe(answerObjects(served, '[{"size":1}]'));
    expect(answerJson(served, '[{"size":1,"__service_row_id":5}]')).toBeUndefined();
  });
});

it('take a number that means no value as missing, as the rows as objects do', async () => {
  const values = count((row) => (row % 10 === 0 ? Number.NaN : row % 17));
  const reading = { type: 'number', blanks: ['-999'], decimal: '.' } as const;
  const size: Column = { name: 'size', type: 'number', values, reading };
  const served = await serve([size, columns[1], columns[3]], 'price');
  const text = '[{"size":-999,"a \\"quoted\\" ñame":"Bodø"},{"size":3}]';
  expect(answerJson(served, text)).toBe(answerObjects(served, text));
  const told = (cell: string) => JSON.parse(answerObjects(served, `[{"size":${cell}}]`)).price;
  expect([told('-999'), told('"-999"')]).toEqual([told('null'), told('null')]);
});
