import { once } from '../../once.ts';
import { inputForms, type UsedInputs } from './fit-with-inputs.ts';
import type { GatheredInputs } from './gather-inputs.ts';
import { joinInputs } from './series-inputs.ts';

/** Which inputs a forecast uses, and how. */
export interface ChosenInputs extends UsedInputs {
  isKnownUsed: boolean;
  areHolidaysUsed: boolean;
}

/** Inputs of several kinds are put together when they are tried: they are as large as all of them. */
export function listWays(
  histories: readonly Float64Array[],
  { known, holidays }: GatheredInputs,
): (() => ChosenInputs)[] {
  const isPositive = histories.every((values) => values.every((value) => value > 0));
  const forms = isPositive ? inputForms : inputForms.slice(0, 1);
  const sources = [
    known && { seriesOf: () => known.series, isKnownUsed: true, areHolidaysUsed: false },
    holidays && { seriesOf: () => holidays.series, isKnownUsed: false, areHolidaysUsed: true },
    known &&
      holidays && {
        seriesOf: once(() => known.series.map((own, index) => joinInputs(own, holidays.series[index]))),
        isKnownUsed: true,
        areHolidaysUsed: true,
      },
  ].filter((source) => source !== undefined);
  return sources.flatMap(({ seriesOf, ...source }) =>
    forms.map((form) => () => ({ ...source, form, series: seriesOf() })),
  );
}
