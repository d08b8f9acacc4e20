import type { RangeDescription } from '../description.ts';
import type { TriedInputs } from './choose-inputs.ts';
import type { GatheredInputs } from './inputs/gather-inputs.ts';
import { type KnownInput, widthOf } from './inputs/known-input.ts';
import type { SeriesInputs } from './inputs/series-inputs.ts';
import { type ChosenInputs, isBent } from './inputs/ways.ts';

/** What was known beside the values, and what of it a forecast uses. */
export interface DescribedInputs {
  gathered: GatheredInputs;
  chosen: ChosenInputs | undefined;
  tried: readonly TriedInputs[];
  /** Number of ways to use them for which there was no time. */
  untried: number;
}

export function usedColumns({ gathered, chosen }: DescribedInputs): string[] {
  return chosen?.known ? namesOf(gathered) : [];
}

function namesOf({ known }: GatheredInputs): string[] {
  return known ? known.inputs.map(({ profile }) => profile.name) : [];
}

/** Returns what the training saw of each used input, without the `ahead` steps after each series. */
export function rangesOfInputs({ gathered, chosen }: DescribedInputs, ahead: number): RangeDescription[] {
  if (!chosen?.known || !gathered.known) return [];
  const { inputs, series } = gathered.known;
  let offset = 0;
  return inputs.map((input) => {
    const own = input.categories === null ? rangeOfNumbers(input, series, offset, ahead) : rangeOfWords(input);
    offset += widthOf(input);
    return own;
  });
}

function rangeOfNumbers(
  { profile, centre, spread }: KnownInput,
  series: readonly SeriesInputs[],
  offset: number,
  ahead: number,
): RangeDescription {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { width, cells } of series)
    for (let at = offset; at < cells.length - ahead * width; at += width)
      if (!Number.isNaN(cells[at])) [min, max] = [Math.min(min, cells[at]), Math.max(max, cells[at])];
  const shown = (limit: number) => (Number.isFinite(limit) ? Number((centre + spread * limit).toPrecision(12)) : null);
  return { column: profile.name, type: profile.kind, min: shown(min), max: shown(max), median: null, values: null };
}

/** Most words that are listed. */
const mostListed = 20;

function rangeOfWords({ profile, categories, usual }: KnownInput): RangeDescription {
  const values = [...(usual === null ? [] : [usual]), ...(categories ?? [])].slice(0, mostListed);
  return { column: profile.name, type: profile.kind, min: null, max: null, median: null, values };
}

/** The stages of the training that use inputs. */
export function describeUse({ gathered, chosen }: DescribedInputs): string[] {
  if (!chosen) return [];
  return [
    ...(chosen.known
      ? [`regression on known inputs, ${isBent(chosen) ? 'bent at their means, ' : ''}${chosen.form}`]
      : []),
    ...(chosen.areHolidaysUsed ? [`holidays of ${gathered.holidays?.region}, ${chosen.form}`] : []),
  ];
}

/** Says which inputs are not used, and why. */
export function noteUnused({ gathered, chosen, tried, untried }: DescribedInputs): string[] {
  const { holidays, leftOut } = gathered;
  const names = namesOf(gathered).map((name) => `\`${name}\``);
  const isOne = names.length === 1;
  const isTried = (use: 'known' | 'areHolidaysUsed') => tried.some((way) => way.chosen[use]);
  const worse = 'not used: forecasts of the past did not err less with';
  return [
    ...leftOut,
    ...(isTried('known') && !chosen?.known
      ? [`${names.join(', ')} ${isOne ? 'is' : 'are'} ${worse} ${isOne ? 'it' : 'them'}`]
      : []),
    ...(isTried('areHolidaysUsed') && !chosen?.areHolidaysUsed
      ? [`the holidays of ${holidays?.region} are ${worse} them`]
      : []),
    ...noteUntried(tried.length, untried),
  ];
}

function noteUntried(tried: number, untried: number): string[] {
  if (untried === 0) return [];
  return [
    `only ${tried} of ${tried + untried} ways to use known inputs and holidays were tried: the time was over; a longer time_budget_seconds or fewer series let more be tried`,
  ];
}

/** What was tried, each with its error where that without inputs is 1. */
export function planOfInputs({ gathered, chosen, tried }: DescribedInputs): Record<string, unknown> {
  if (tried.length === 0) return {};
  const tell = (one: ChosenInputs) => ({
    known_inputs: one.known !== undefined,
    bent: isBent(one),
    holidays: one.areHolidaysUsed,
    form: one.form,
  });
  const { holidays } = gathered;
  return {
    known_inputs: namesOf(gathered),
    ...(holidays && { holidays: { region: holidays.region, days: holidays.days, named: holidays.names } }),
    inputs: {
      used: chosen ? tell(chosen) : null,
      tried: tried.map((one) => ({ ...tell(one.chosen), relative_error: one.error })),
    },
  };
}
