import type { JsonPiece } from '@sibyl/engine/json-rows/json-rows.ts';
import {
  type Figures,
  type PlacedLayout,
  prepareLayout,
  type RowLayout,
  type TakeBytes,
  type TextFigure,
  type Varying,
  writeRows,
} from '@sibyl/engine/json-rows/row-texts.ts';
import type { ModelDescription, Predictions, UnknownInputs } from '@sibyl/engine/model.ts';
import { escaped, extrasWriter, type FigureName, partsOfRow } from './row-writer.ts';

/** Writes the answers to rows without true values, the same bytes as the row writer, without a text for each row. */
export interface PieceWriter {
  /** Of rows whose first text is the separator. */
  layoutOf(separator: string): RowLayout;
  /** Returns the rows, each behind a separator, and one free byte behind them. */
  write(layout: PlacedLayout, piece: JsonPiece, predictions: Predictions, take?: TakeBytes): Uint8Array<ArrayBuffer>;
}

/** Places of the numbers of a row: these, or confidence and the probabilities. */
const numberPlaces = { value: 0, confidence: 1, lower: 2, upper: 3 };
/** Places of the texts of a row. */
const textPlaces = { extras: 0, value: 1, escapedValue: 2 };

/** `cells` are the names of a row's cells in order. */
export function compilePieceWriter(description: ModelDescription, cells: readonly string[]): PieceWriter {
  const { classes, inputs } = description;
  const labels = classes?.map((label) => JSON.stringify(label));
  const writeExtras = extrasWriter(inputs);
  const placeOfCell = new Map(cells.map((cell, index) => [cell, index]));
  const place = labels ? placeOfClasses(labels, classes!) : placeOfNumbers;
  const parts = partsOfRow(description).flatMap((part): (string | Varying)[] => {
    if (typeof part === 'string') return [part];
    return 'cell' in part ? [{ cell: placeOfCell.get(part.cell) ?? -1 }] : place(part.figure);
  });
  const chooseLabels = labels && labelTexts(labels);
  return {
    layoutOf: (separator) => prepareLayout([separator, ...parts]),
    write(layout, piece, predictions, take) {
      const extras = extraTexts(predictions, writeExtras);
      const figures: Figures = chooseLabels
        ? { ...classNumbers(predictions), texts: [extras, ...chooseLabels(predictions)] }
        : { ...boundNumbers(predictions), texts: [extras] };
      return writeRows(layout, piece, figures, 1, take);
    },
  };
}

function placeOfNumbers(figure: FigureName): (string | Varying)[] {
  if (figure === 'extras') return [{ text: textPlaces.extras }];
  if (figure === 'escapedValue') return [{ number: numberPlaces.value }];
  return figure in numberPlaces ? [{ number: numberPlaces[figure as keyof typeof numberPlaces] }] : ['null'];
}

function placeOfClasses(labels: readonly string[], classes: readonly unknown[]) {
  const probabilities = labels.flatMap((_, index): (string | Varying)[] => [
    `${index > 0 ? ',' : '{'}${JSON.stringify(String(classes[index]))}:`,
    { number: 1 + index },
  ]);
  return (figure: FigureName): (string | Varying)[] => {
    if (figure === 'probabilities') return [...probabilities, '}'];
    if (figure === 'confidence') return [{ number: 0 }];
    return figure in textPlaces ? [{ text: textPlaces[figure as keyof typeof textPlaces] }] : ['null'];
  };
}

function boundNumbers({ count, values, confidence, lower, upper }: Predictions): Pick<Figures, 'numbers' | 'width'> {
  const numbers = new Float64Array(4 * count);
  for (let row = 0; row < count; row += 1) {
    numbers[4 * row] = values[row];
    numbers[4 * row + 1] = confidence[row];
    numbers[4 * row + 2] = lower ? lower[row] : Number.NaN;
    numbers[4 * row + 3] = upper ? upper[row] : Number.NaN;
  }
  return { numbers, width: 4 };
}

function classNumbers({ count, confidence, probabilities }: Predictions): Pick<Figures, 'numbers' | 'width'> {
  const classCount = probabilities!.length / count;
  const width = 1 + classCount;
  const numbers = new Float64Array(count * width);
  for (let row = 0; row < count; row += 1) {
    numbers[row * width] = confidence[row];
    numbers.set(probabilities!.subarray(row * classCount, (row + 1) * classCount), row * width + 1);
  }
  return { numbers, width };
}

const encoder = new TextEncoder();

function labelTexts(labels: readonly string[]): (predictions: Predictions) => TextFigure[] {
  const choices = labels.map((label) => encoder.encode(label));
  const escapedChoices = labels.map((label) => encoder.encode(escaped(label)));
  return ({ values }) => {
    const chosen = Int32Array.from(values);
    return [
      { choices, chosen },
      { choices: escapedChoices, chosen },
    ];
  };
}

/** Most rows have none, and those that lack the same inputs often share one. */
function extraTexts(predictions: Predictions, write: (predictions: Predictions, index: number) => string): TextFigure {
  const { outOfRange, unknown } = predictions;
  const choices = [new Uint8Array(0)];
  const chosen = new Int32Array(predictions.count);
  const add = (row: number) => choices.push(encoder.encode(write(predictions, row))) - 1;
  const known = new Map<UnknownInputs, number>();
  for (const [row, gaps] of unknown ?? []) {
    if (outOfRange?.has(row)) continue;
    chosen[row] = known.get(gaps) ?? add(row);
    known.set(gaps, chosen[row]);
  }
  for (const row of outOfRange?.keys() ?? []) chosen[row] = add(row);
  return { choices, chosen };
}
