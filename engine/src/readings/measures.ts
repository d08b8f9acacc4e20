import type { Hints, Requested } from './decision.ts';
import { detectClock } from './detect-clock.ts';
import { likelyDecimal } from './doubtful-marks.ts';
import type { Measures } from './measured.ts';
import { nameSome, note, type ReadingNote } from './notes.ts';
import { parseWith, withoutLimit } from './numbers.ts';
import type { Reading } from './reading.ts';
import { type NumberTally, type SeenCell, tallyNumbers } from './tally.ts';
import { detectUnits, splitUnit } from './units.ts';

const mostExamined = 10_000;

/** Returns how cells differ from plain numbers: times of the clock, or numbers with units and limits. */
export function detectMeasures(
  seen: readonly SeenCell[],
  requested: Requested = {},
  hints: Hints = {},
): Measures | undefined {
  const clock = detectClock(seen, requested);
  if (clock) return clock;
  const cells = seen.slice(0, mostExamined);
  const bare = cells.map((cell) => ({ ...cell, text: withoutLimit(cell.text) }));
  const limits = cells.filter(({ text }, index) => text !== bare[index].text);
  const limited = limits.length;
  const isNumber = (digits: string) => !Number.isNaN(parseWith(digits, '.')) || !Number.isNaN(parseWith(digits, ','));
  const units = detectUnits(
    bare.map(({ text }) => text),
    isNumber,
  );
  if (!units && limited === 0) return undefined;
  const digits = units ? bare.map((cell) => ({ ...cell, text: splitUnit(cell.text)?.digits ?? cell.text })) : bare;
  const numbers = tallyNumbers(digits, true);
  const open = numbers && (clearDecimal(numbers) ?? hints.decimal ?? likelyDecimal(digits, numbers, hints));
  const decimal = requested.decimal ?? open ?? '.';
  const hasLimits = limited > 0 && 2 * limited <= cells.length;
  return {
    numbers,
    reading: {
      decimal,
      group: decimal === '.' ? ',' : '.',
      ...(hasLimits ? { limits: true } : {}),
      ...(units ? { units: units.list, ...unitOf(units.list) } : {}),
      ...(units?.isCompound ? { compound: true } : {}),
    },
    notes: [
      ...(units ? noteUnits(bare, units.list) : []),
      ...(hasLimits
        ? [note('read_as_limits', `cells such as "${limits[0].text}" are read as the number that they name`)]
        : []),
    ],
  };
}

/** The decimal mark that cells prove. */
export function clearDecimal({ pointOnly, commaOnly }: NumberTally): '.' | ',' | undefined {
  return pointOnly > 0 ? '.' : commaOnly > 0 ? ',' : undefined;
}

function unitOf(units: Reading['units'] = []): Partial<Reading> {
  const base = units.find(({ factor }) => factor === 1);
  return base ? { unit: base.name } : {};
}

function noteUnits(cells: readonly SeenCell[], units: Reading['units'] = []): ReadingNote[] {
  const seen = new Set(cells.flatMap(({ text }) => splitUnit(text)?.unit ?? []));
  const known = units.filter(({ name }) => seen.has(name)).map(({ name }) => name);
  const { unit } = unitOf(units);
  const isShortened = known.length === 1 && unit === undefined;
  if (isShortened) {
    const { name, factor } = units.find((one) => one.name === known[0]) ?? units[0];
    const example = cells.find(({ text }) => splitUnit(text)?.unit === name)?.text;
    const detail = `cells such as "${example}" are read as that many times ${factor}, beside cells without "${name}"; set the type to \`text\` if that is wrong`;
    return [note('mixed_units', detail)];
  }
  if (known.length < 2) return [];
  return [
    note(
      'mixed_units',
      `cells are in ${nameSome(known)}; all are converted to ${unit ? `"${unit}"` : 'plain numbers'}`,
    ),
  ];
}
