/** What answers of small models were taken for; each text here was given by one. */
import { describe, expect, it } from 'vitest';
import { concludeAnswer } from './conclude.ts';
import { judgeGrounding } from './grounding.ts';
import type { Step } from './schemas.ts';
import { agreesWith } from './second-opinion.ts';

const rows = (...cells: unknown[][]) => ({
  columns: ['a', 'b'],
  rows: cells,
  row_count: cells.length,
  truncated: false,
});
const found = { found: [{ table: 'homes', column: 'rooms', text: '1', values: [{ value: '1', rows: 3650 }] }] };
const passages = {
  passages: [{ source: 'rules.md', heading: 'Guests', text: 'Guests may stay for up to 14 days in a row.' }],
};
const deposits = {
  passages: [
    {
      source: 'deposits.md',
      text: 'The security deposit is one month. For a furnished home it is one and a half months. A pet adds a deposit.',
    },
  ],
};
const steps = (...outputs: unknown[]) =>
  outputs.map((output) => ({ kind: 'tool', name: 'tool', input: {}, output }) as unknown as Step);

function judge(text: string, outputs: unknown[], question = 'How many homes are there?', isCut = false) {
  return judgeGrounding({
    answer: { text, isAnswer: true, finishReason: isCut ? 'length' : 'stop' },
    steps: steps(...outputs),
    messages: [{ role: 'user', content: question }],
    hasSkills: true,
    isTalk: false,
  });
}

describe('an answer rests on nothing', () => {
  it.each([
    ['a figure of digits without end', '1.5555555555555555555555555555555555555555555555555555555555', [passages]],
    ['a poem beside a passage', 'The homes are like a sea of dreams.', [passages]],
    ['how a value is written, beside a result', '1', [rows([3650]), found]],
  ])('%s', (_, text, outputs) => {
    expect(judge(text, outputs)).toMatchObject({ grounded: false, isBare: true });
  });

  it('a figure of the question, in words too', () => {
    const question = 'How many homes have exactly one bathroom?';
    expect(judge('1', [rows(['downtown', 1])], question)).toMatchObject({ isBare: true });
  });

  it('"No" to what only documents can tell', () => {
    expect(judge('No, they are not.', [passages])).toMatchObject({ isBare: true });
    expect(judge('No, they are not.', [rows([false])])).toMatchObject({ grounded: true });
  });
});

it('marks a figure that the limit may have cut', () => {
  expect(judge('There are 36', [rows([36])])).toMatchObject({ grounded: true });
  expect(judge('There are 36', [rows([36])], undefined, true)).toMatchObject({ grounded: false });
});

it('takes a cut text that says a sentence twice for garbled', () => {
  const conclude = (text: string, unified: 'length' | 'stop', ended?: 'repetition') =>
    concludeAnswer({ content: [{ type: 'text', text }], finishReason: { unified, raw: undefined }, ended } as never, {
      cap: undefined,
      isRepeated: false,
      hasFound: true,
      asksJson: false,
    }).isGarbled;
  const circles = 'No, dogs are not. The rules are very strict. You can if you want. The rules are very strict. You';
  expect([
    conclude(circles, 'length'),
    conclude(circles, 'stop'),
    conclude('One sentence here. And', 'length'),
    conclude(circles, 'stop', 'repetition'),
  ]).toEqual([true, false, false, true]);
});

describe('a second opinion', () => {
  const agrees = (text: string, outputs: unknown[], question = 'How many homes are great?') =>
    agreesWith(steps(...outputs), 'The figure is **519**.', { text, question });

  it.each([
    ['There are 519.', [rows([519])], true],
    ['1', [rows([519])], false], // as many as there are rows
    ['254', [rows([519])], false],
    ['The result is: | rows | columns | truncated | | 519 | 1 | 519 |', [rows([519])], false],
    ['There are 519, or 12 % more.', [rows([519])], false],
    ['Downtown: 3, westbrae: 4', [rows(['downtown', 3], ['westbrae', 4])], true],
    ['Downtown: 3', [rows(['downtown', 3], ['westbrae', 4])], false],
    ['Guests may stay for 14 days in a row.', [passages], true],
    ['The least is 3.', [rows([3, 9])], false],
    ['From 3 to 9.', [rows([3, 9])], true],
    ['Town-5 has 9.', [rows(...Array.from({ length: 30 }, (_, at) => [`town-${at}`, at + 4]))], false],
    ['The security deposit is one month.', [deposits], true],
    ['A furnished home has one and a half months.', [deposits], true],
    ['The security deposit is one and a half months.', [deposits], false], // of two sentences
    ['The security deposit is one month. Half of it is a pet deposit.', [deposits], false],
  ])('of %s', (text, outputs, expected) => expect(agrees(text, outputs)).toBe(expected));
});
