import { renderTable } from '../report/table.ts';
import type { Line } from './line.ts';

/** By how many standard errors of the difference ours are better on a table, where that is known. */
type Apart = (table: string, peer: string) => number | undefined;

/** Renders a line a table, and below them how often each peer is beaten and the mean rank of all. */
export function renderComparison(
  names: readonly string[],
  own: readonly Line[],
  others: readonly Line[],
  apart: Apart,
): string {
  const peers = [...new Set(others.flatMap(({ peer }) => peer ?? []))];
  const rows = names.map((name) => {
    const line = own.find(({ table }) => table === name);
    const theirs = peers.map((peer) => others.find((one) => one.table === name && one.peer === peer));
    const lines = [line, ...theirs];
    return { name, line, lines, scores: lines.map(scoreOf) };
  });
  const table = renderTable(
    ['table', 'ours', ...peers.map((peer) => `${peer} (std. errors behind)`), 'processor s', 'µs a row'],
    rows.map(({ name, line, scores: [score, ...theirs] }) => [
      name,
      score?.toFixed(4) ?? '',
      ...theirs.map((one, place) => describe(one, apart(name, peers[place]))),
      line?.processor?.toFixed(1) ?? '',
      line?.microseconds?.toFixed(0) ?? '',
    ]),
  );
  const scores = rows.map((row) => row.scores);
  const ranks = ['ours', ...peers].map((name, place) => `${name} ${meanRank(scores, place).toFixed(2)}`);
  const wins = peers.map((peer, place) => `${peer} ${countWins(scores, place + 1)}`);
  const behind = peers.map((peer, place) => {
    const isBehind = rows.filter(({ line, scores }) => isWorse(line, scores[0], scores[place + 1]));
    return `${peer} ${isBehind.map(({ name }) => name).join(' ') || 'none'}`;
  });
  const spent = ['ours', ...peers].map((name, place) => `${name} ${meanSpent(rows.map(({ lines }) => lines[place]))}`);
  return [
    table,
    '',
    `mean rank: ${ranks.join(', ')}`,
    `tables on which ours is better: ${wins.join(', ')}`,
    `worse by more than .005 of AUC or 1 % of R² or log loss than: ${behind.join('; ')}`,
    `mean processor seconds and microseconds a row: ${spent.join('; ')}`,
  ].join('\n');
}

/** Peers that answer at once with a fixed model are not timed a row. */
function meanSpent(lines: readonly (Line | undefined)[]): string {
  const seconds = lines.flatMap((line) => line?.processor ?? line?.seconds ?? []);
  const microseconds = lines.flatMap((line) => line?.microseconds ?? []);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value / values.length, 0);
  return `${mean(seconds).toFixed(1)} s${microseconds.length > 0 ? `, ${mean(microseconds).toFixed(0)} µs` : ''}`;
}

type Score = number | undefined;

function describe(score: Score, errors: number | undefined): string {
  return score === undefined ? '' : `${score.toFixed(4)}${errors === undefined ? '' : ` (${errors.toFixed(1)})`}`;
}

const [mostOfArea, mostShare] = [0.005, 0.01];

function isWorse(line: Line | undefined, own: Score, other: Score): boolean {
  if (own === undefined || other === undefined) return false;
  return other - own > (line?.task === 'binary' ? mostOfArea : mostShare * Math.abs(other));
}

/** The area under the curve of two classes, R² of numbers, and of more classes the log loss below 0: higher is better. */
function scoreOf(line: Line | undefined): Score {
  if (line?.task === 'multiclass' || (line?.auc === undefined && line?.log_loss !== undefined))
    return line.log_loss === undefined ? undefined : -line.log_loss;
  return line?.auc ?? line?.r2_score;
}

function meanRank(scores: readonly (readonly Score[])[], place: number): number {
  const ranks = scores.flatMap((row) => {
    const own = row[place];
    return own === undefined ? [] : [1 + row.filter((score) => score !== undefined && score > own).length];
  });
  return ranks.reduce((sum, rank) => sum + rank / ranks.length, 0);
}

function countWins(scores: readonly (readonly Score[])[], place: number): string {
  const both = scores.filter((row) => row[0] !== undefined && row[place] !== undefined);
  return `${both.filter((row) => Number(row[0]) > Number(row[place])).length} of ${both.length}`;
}
