import { once } from '../../once.ts';
import { bendPlaced, type PlacedInputs } from './bend-inputs.ts';
import { inputForms, type UsedInputs } from './fit-with-inputs.ts';
import type { GatheredInputs } from './gather-inputs.ts';
import { joinInputs, type SeriesInputs } from './series-inputs.ts';

/** Which inputs a forecast uses, and how. */
export interface ChosenInputs extends UsedInputs {
  /** The known inputs as they are used. */
  known: PlacedInputs | undefined;
  areHolidaysUsed: boolean;
}

/** Whether numbers act otherwise above their mean. */
export function isBent({ known }: ChosenInputs): boolean {
  return known?.inputs.some((input) => input.isBent) ?? false;
}

/** Inputs of several kinds are put together when they are tried: they are as large as all of them. */
export function listWays(
  histories: readonly Float64Array[],
  { known, canBend, holidays }: GatheredInputs,
): (() => ChosenInputs)[] {
  const isPositive = histories.every((values) => values.every((value) => value > 0));
  const forms = isPositive ? inputForms : inputForms.slice(0, 1);
  const straight = known && (() => known);
  const bent = known && canBend ? once(() => bendPlaced(known)) : undefined;
  const sources = [
    straight && useOf(straight, undefined),
    holidays && useOf(undefined, holidays),
    straight && holidays && useOf(straight, holidays),
    bent && useOf(bent, undefined),
    bent && holidays && useOf(bent, holidays),
  ].filter((source) => source !== undefined);
  return sources.flatMap((source) => forms.map((form) => () => ({ ...source(), form })));
}

function useOf(known: (() => PlacedInputs) | undefined, holidays: GatheredInputs['holidays']) {
  return once((): Omit<ChosenInputs, 'form'> => {
    const placed = known?.();
    return { series: seriesOf(placed, holidays), known: placed, areHolidaysUsed: holidays !== undefined };
  });
}

function seriesOf(known: PlacedInputs | undefined, holidays: GatheredInputs['holidays']): readonly SeriesInputs[] {
  if (!known || !holidays) return (known ?? holidays)?.series ?? [];
  return known.series.map((own, index) => joinInputs(own, holidays.series[index]));
}
