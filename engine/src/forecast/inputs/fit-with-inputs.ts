import { type FitSettings, fitMethods } from '../methods/fit-all.ts';
import type { Forecaster } from '../methods/method.ts';
import { fitInputs } from './regression.ts';
import type { SeriesInputs } from './series-inputs.ts';

/** How inputs act: they add to a series, or multiply it. */
export const inputForms = ['added', 'multiplied'] as const;
export type InputForm = (typeof inputForms)[number];

export interface UsedInputs {
  form: InputForm;
  /** One for each series. */
  series: readonly SeriesInputs[];
}

/** Factors of inputs far from those of the training stay numbers. */
const mostLogarithm = 20;

/** Returns what inputs add at each place, or the logarithm of what they multiply by; missing cells change nothing. */
export function effectsOf({ width, cells }: SeriesInputs, weights: Float64Array): Float64Array {
  return Float64Array.from({ length: width > 0 ? cells.length / width : 0 }, (_, place) => {
    let sum = 0;
    for (let index = 0; index < width; index++) sum += weights[index] * (cells[place * width + index] || 0);
    return sum;
  });
}

/** Returns a value with the effect of inputs; `by` -1 takes it out. */
export function applyEffect(form: InputForm, value: number, effect: number, by: 1 | -1): number {
  if (form === 'added') return value + by * effect;
  return value * Math.exp(by * Math.max(-mostLogarithm, Math.min(mostLogarithm, effect)));
}

/** Returns the weights of the inputs of each series, learned from its history. */
export function weighInputs(
  histories: readonly Float64Array[],
  { form, series }: UsedInputs,
  season: number,
  pause: () => Promise<void>,
): Promise<Float64Array[]> {
  const levels = form === 'added' ? histories : histories.map((values) => values.map(Math.log));
  return fitInputs(levels, series, season, pause);
}

/** Takes the effects of inputs out of a history, which starts at the first place. */
export function withoutEffects(history: Float64Array, form: InputForm, effects: Float64Array): Float64Array {
  return history.map((value, place) => applyEffect(form, value, effects[place], -1));
}

/** Fits all methods to what inputs leave of the histories; `chosen` are the numbers of these among the inputs' series. */
export async function fitWithInputs(
  histories: readonly Float64Array[],
  chosen: readonly number[],
  settings: FitSettings & { inputs?: UsedInputs },
  pause: (done: number) => Promise<void>,
): Promise<(Forecaster | undefined)[][]> {
  const { inputs } = settings;
  if (!inputs) return fitMethods(histories, settings, pause);
  const { form } = inputs;
  const series = chosen.map((index) => inputs.series[index]);
  const weights = await weighInputs(histories, { form, series }, settings.season, () => pause(0));
  const effects = series.map((own, index) => effectsOf(own, weights[index]));
  const plain = histories.map((history, index) => withoutEffects(history, form, effects[index]));
  const fitted = await fitMethods(plain, settings, pause);
  return fitted.map((methods, index) => methods.map((method) => method && wrap(method, form, effects[index])));
}

function wrap(method: Forecaster, form: InputForm, effects: Float64Array): Forecaster {
  return (history, horizon) =>
    method(withoutEffects(history, form, effects), horizon).map((value, step) =>
      applyEffect(form, value, effects[history.length + step], 1),
    );
}
