import { copyExplanations, copyPredictions, emptyExplanations, emptyPredictions } from '../answers/merge-answers.ts';
import type { Row } from '../answers/row-reader.ts';
import type { CellProblem, Model, Predictions, PredictOptions, RowCost } from '../model.ts';
import { hiddenBy, type ReadCell, type Realm } from '../validation/realm.ts';
import { createRealmReader } from './route-rows.ts';

/** A model that answers rows of one kind. */
export interface RoutedPart {
  realm: Realm;
  model: Model;
}

/** Rows of a batch that one model answers. */
interface Share {
  model: Model;
  /** Places in the batch. */
  places: number[];
  rows: Row[];
  /** The column that is empty for the model, if any, and its new value by row of the share. */
  column: string | undefined;
  news: (string | undefined)[];
}

/**
 * Answers each row by the model for rows of its kind, the first that fits, and all others by the usual one. Whole pieces
 * of JSON are not read directly, because their columns are the inputs only.
 */
export function createRoutedModel(usual: Model, parts: readonly RoutedPart[]): Model {
  const inputs = new Set(usual.description.inputs);
  const routes = parts.map(({ realm, model }) => {
    const hidden = hiddenBy(realm);
    return { cellsOf: createRealmReader(realm), model, column: hidden && inputs.has(hidden) ? hidden : undefined };
  });
  const routeOf = (row: Row): [place: number, cell?: ReadCell] => {
    for (const [place, { cellsOf }] of routes.entries()) {
      const cells = cellsOf(row);
      if (cells) return [place + 1, cells[0]];
    }
    return [0];
  };
  const deal = (rows: readonly Row[]): Share[] => {
    const shares = [shareOf(usual), ...routes.map(({ model, column }) => shareOf(model, column))];
    for (const [place, row] of rows.entries()) {
      const [route, cell] = routeOf(row);
      giveRow(shares[route], row, place, cell);
    }
    return shares.filter(({ places }) => places.length > 0);
  };
  const { predictPiece: _, ...whole } = usual;
  return {
    ...whole,
    cost: costOfAll([usual, ...parts.map(({ model }) => model)]),
    predict(rows, options, problems) {
      if (rows.length === 0) return usual.predict(rows, options, problems);
      const answered = answerShares(deal(rows), problems, (share, own) => predictShare(share, options, own));
      return answered && join(rows.length, answered, emptyPredictions, copyPredictions);
    },
    explain(rows, options, problems) {
      if (rows.length === 0) return usual.explain(rows, options, problems);
      const answered = answerShares(deal(rows), problems, ({ model, rows: some }, own) =>
        model.explain(some, options, own),
      );
      return answered && join(rows.length, answered, emptyExplanations, copyExplanations);
    },
  };
}

/** A row takes as long as the slowest model; each model takes as many incomplete rows as a batch may have. */
function costOfAll(models: readonly Model[]): RowCost {
  const sumOf = (part: 'incomplete' | 'first') => models.reduce((sum, { cost }) => sum + cost[part], 0);
  return {
    row: Math.max(...models.map(({ cost }) => cost.row)),
    incomplete: sumOf('incomplete'),
    first: sumOf('first'),
  };
}

function shareOf(model: Model, column?: string): Share {
  return { model, places: [], rows: [], column, news: [] };
}

/** `cell` is that of the column that is empty for the model, as it is read. */
function giveRow({ places, rows, column, news }: Share, row: Row, place: number, cell?: ReadCell): void {
  places.push(place);
  rows.push(column === undefined ? row : { ...row, [column]: undefined });
  if (column === undefined) return;
  const isMissing = cell === undefined || Number.isNaN(cell);
  news.push(isMissing ? undefined : String(row[column]));
}

interface Answered<Answers> {
  places: readonly number[];
  answers: Answers;
}

/** Returns the answers of all shares; undefined where a cell of one cannot be read. */
function answerShares<Answers>(
  shares: readonly Share[],
  problems: CellProblem[],
  answer: (share: Share, problems: CellProblem[]) => Answers | undefined,
): Answered<Answers>[] | undefined {
  const found: CellProblem[] = [];
  const answered = shares.flatMap((share): Answered<Answers>[] => {
    const own: CellProblem[] = [];
    const answers = answer(share, own);
    for (const problem of own) found.push({ ...problem, row: share.places[problem.row] });
    return answers ? [{ places: share.places, answers }] : [];
  });
  for (const problem of found.sort((a, b) => a.row - b.row)) problems.push(problem);
  return answered.length === shares.length ? answered : undefined;
}

/** The new value is named as unseen, also where it is a number. */
function predictShare(
  { model, rows, news, column }: Share,
  options: PredictOptions,
  problems: CellProblem[],
): Predictions | undefined {
  const answers = model.predict(rows, options, problems);
  if (!answers || column === undefined) return answers;
  const unknown = new Map(answers.unknown);
  for (const [row, text] of news.entries()) {
    const { inputs = [], unseen = {} } = unknown.get(row) ?? {};
    unknown.set(
      row,
      text === undefined ? { inputs: [...inputs, column], unseen } : { inputs, unseen: { ...unseen, [column]: text } },
    );
  }
  return { ...answers, unknown };
}

function join<Answers>(
  count: number,
  answered: readonly Answered<Answers>[],
  empty: (count: number, like: Answers) => Answers,
  copy: (from: Answers, places: readonly number[], into: Answers) => void,
): Answers {
  if (answered.length === 1) return answered[0].answers;
  const joined = empty(count, answered[0].answers);
  for (const { places, answers } of answered) copy(answers, places, joined);
  return joined;
}
