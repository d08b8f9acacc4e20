import { bend, canBend, type KnownInput, widthOf } from './known-input.ts';
import type { SeriesInputs } from './series-inputs.ts';

/** Known inputs, and what is known of them at each place of the series. */
export interface PlacedInputs {
  inputs: readonly KnownInput[];
  series: readonly SeriesInputs[];
}

/** Returns the inputs with numbers that may act differently above their mean. */
export function bendAll<Input extends KnownInput>(inputs: readonly Input[]): Input[] {
  return inputs.map((input) => (canBend(input) ? { ...input, isBent: true } : input));
}

/** Gives each number that can bend a second one, so that a line breaks at its mean. */
export function bendPlaced({ inputs, series }: PlacedInputs): PlacedInputs {
  const bent = bendAll(inputs);
  const isDoubled = bent.flatMap((input, index) =>
    Array.from({ length: widthOf(inputs[index]) }, () => input.isBent && !inputs[index].isBent),
  );
  return { inputs: bent, series: series.map((own) => bendSeries(own, isDoubled)) };
}

function bendSeries({ width, cells }: SeriesInputs, isDoubled: readonly boolean[]): SeriesInputs {
  const wider = width + isDoubled.filter(Boolean).length;
  const bent = new Float64Array((cells.length / width) * wider);
  let at = 0;
  for (const [index, value] of cells.entries()) {
    const numbers = isDoubled[index % width] ? bend(value) : [value];
    bent.set(numbers, at);
    at += numbers.length;
  }
  return { width: wider, cells: bent };
}
