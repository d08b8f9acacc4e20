import type { ClassLabel } from '../description.ts';
import type { AnsweredRows } from '../model.ts';

/** What one model answered, with its classes; null for numbers. */
export interface Judged {
  answered: AnsweredRows;
  classes: readonly ClassLabel[] | null;
}

/** Answers of two models with the same numbers for the same classes. */
export interface AlignedClasses {
  /** The true class; NaN where neither model could read it. */
  truth: Float64Array;
  /** Whether both models have the same two classes, so that `chances` are those of the second. */
  areTwo: boolean;
  /** Of both models: the answered class, and the probability of the second of two, else of the true one. */
  sides: readonly [Side, Side];
  classCount: number;
}

interface Side {
  answers: Float64Array;
  chances: Float64Array;
}

/** Numbers the classes of two models alike, by their labels. A class that a model does not know is never its answer. */
export function alignClasses(one: Judged, other: Judged): AlignedClasses {
  const labels = [...new Set([...namesOf(one), ...namesOf(other)])];
  const places = [one, other].map((judged) => namesOf(judged).map((name) => labels.indexOf(name)));
  const areTwo = labels.length === 2 && places.every(([first, second]) => first === 0 && second === 1);
  const truth = one.answered.truth.map((label, row) => {
    const [own, others] = [placeOf(places[0], label), placeOf(places[1], other.answered.truth[row])];
    return Number.isNaN(own) ? others : own;
  });
  const sideOf = ({ answered: { answers, chances } }: Judged, place: readonly number[]): Side => ({
    answers: answers.map((answer) => place[answer]),
    chances: areTwo
      ? chances!
      : chances!.map((chance, row) => (place.length === 2 ? chanceOfTwo(place, chance, truth[row]) : chance)),
  });
  return { truth, areTwo, classCount: labels.length, sides: [sideOf(one, places[0]), sideOf(other, places[1])] };
}

function namesOf({ classes }: Judged): string[] {
  return (classes ?? []).map(String);
}

/** NaN for a class that the model does not know, and for a missing truth. */
function placeOf(places: readonly number[], label: number): number {
  return label >= 0 ? places[label] : Number.NaN;
}

function chanceOfTwo([first, second]: readonly number[], chance: number, truth: number): number {
  if (truth === second) return chance;
  return truth === first ? 1 - chance : 0;
}
