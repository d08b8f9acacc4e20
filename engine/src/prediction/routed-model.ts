import type { Row } from '../answers/row-reader.ts';
import type { CellProblem, Explanations, Model, Predictions, PredictOptions } from '../model.ts';
import type { Realm } from '../validation/realm.ts';
import { copyExplanations, copyPredictions, emptyExplanations, emptyPredictions } from './merge-answers.ts';
import { createRealmTest } from './route-rows.ts';

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
  /** The cell that is new to the model, by row of the share. */
  news: (string | undefined)[];
  column: string | undefined;
}

/**
 * Answers each row by the model for rows of its kind, the first that fits, and all others by the usual one. Whole pieces
 * of JSON are not read directly, because their columns are the inputs only.
 */
export function createRoutedModel(usual: Model, parts: readonly RoutedPart[]): Model {
  const routes = parts.map(({ realm, model }) => ({ isOwn: createRealmTest(realm), model, column: hiddenBy(realm) }));
  const inputs = new Set(usual.description.inputs);
  const deal = (rows: readonly Row[]): Share[] => {
    const shares: Share[] = [usual, ...routes.map(({ model }) => model)].map((model, place) => {
      const hidden = place === 0 ? undefined : routes[place - 1].column;
      return { model, places: [], rows: [], news: [], column: hidden && inputs.has(hidden) ? hidden : undefined };
    });
    for (const [place, row] of rows.entries()) {
      const share = shares[routes.findIndex(({ isOwn }) => isOwn(row)) + 1];
      const { column } = share;
      share.places.push(place);
      share.rows.push(column === undefined ? row : { ...row, [column]: undefined });
      share.news.push(column === undefined || isMissing(row[column]) ? undefined : String(row[column]));
    }
    return shares.filter(({ places }) => places.length > 0);
  };
  const { predictPiece: _, ...whole } = usual;
  return {
    ...whole,
    predict(rows, options, problems) {
      if (rows.length === 0) return usual.predict(rows, options, problems);
      const answered = answerShares(deal(rows), problems, (share, own) => predictShare(share, options, own));
      if (answered?.length === 1) return answered[0].answers;
      return answered && join(rows.length, answered, emptyPredictions, copyPredictions);
    },
    explain(rows, options, problems) {
      if (rows.length === 0) return usual.explain(rows, options, problems);
      const answered = answerShares(deal(rows), problems, (share, own) => explainShare(share, options, own));
      if (answered?.length === 1) return answered[0].answers;
      return answered && join(rows.length, answered, emptyExplanations, copyExplanations);
    },
  };
}

/** The column that is empty for rows of the realm. */
function hiddenBy({ kind, columns }: Realm): string | undefined {
  return kind === 'new' && columns.length === 1 ? columns[0].name : undefined;
}

function isMissing(cell: unknown): boolean {
  return cell === undefined || cell === null || cell === '';
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
    found.push(...own.map((problem) => ({ ...problem, row: share.places[problem.row] })));
    return answers ? [{ places: share.places, answers }] : [];
  });
  problems.push(...found.sort((a, b) => a.row - b.row));
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

function explainShare(
  { model, rows }: Share,
  options: PredictOptions,
  problems: CellProblem[],
): Explanations | undefined {
  return model.explain(rows, options, problems);
}

function join<Answers>(
  count: number,
  answered: readonly Answered<Answers>[],
  empty: (count: number, like: Answers) => Answers,
  copy: (from: Answers, places: readonly number[], into: Answers) => void,
): Answers {
  const joined = empty(count, answered[0].answers);
  for (const { places, answers } of answered) copy(answers, places, joined);
  return joined;
}
