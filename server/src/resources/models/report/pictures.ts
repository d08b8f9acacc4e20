import { type Html, html, shortNumber } from './html.ts';

/** A point of a curve, with the range around it. */
export interface Point {
  x: number;
  y: number;
  low?: number;
  high?: number;
}

interface Axis {
  from: number;
  to: number;
}

const [width, height, edge] = [320, 170, 34];

function axisOf(values: readonly number[]): Axis {
  const known = values.filter((value) => Number.isFinite(value));
  const [from, to] = [Math.min(...known), Math.max(...known)];
  return from < to ? { from, to } : { from: from - 0.5, to: to + 0.5 };
}

function withinShares({ x, y, low = y, high = y }: Point): Point {
  return { x, y, low: Math.max(0, low), high: Math.min(1, high) };
}

/** Draws a curve with its band; `diagonal` is where both axes would agree. A share is drawn from 0 to 1 at most. */
export function curve(title: string, given: readonly Point[], { diagonal = false, isShare = false } = {}): Html {
  if (given.length === 0) return html``;
  const points = isShare ? given.map(withinShares) : given;
  const xs = axisOf(points.map(({ x }) => x));
  const ys = axisOf(points.flatMap(({ y, low = y, high = y }) => [y, low, high]));
  const x = (value: number) => edge + ((value - xs.from) / (xs.to - xs.from)) * (width - 2 * edge);
  const y = (value: number) => height - edge - ((value - ys.from) / (ys.to - ys.from)) * (height - 2 * edge);
  const line = points.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`).join(' ');
  const band = [
    ...points.map((point) => `${x(point.x).toFixed(1)},${y(point.high ?? point.y).toFixed(1)}`),
    ...points.toReversed().map((point) => `${x(point.x).toFixed(1)},${y(point.low ?? point.y).toFixed(1)}`),
  ].join(' ');
  const both = [Math.max(xs.from, ys.from), Math.min(xs.to, ys.to)];
  return html`<figure><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<polygon points="${band}" class="band"/>${diagonal && html`<line x1="${x(both[0])}" y1="${y(both[0])}" x2="${x(both[1])}" y2="${y(both[1])}" class="rule"/>`}
<polyline points="${line}" class="line"/>${points.map((point) => html`<circle cx="${x(point.x).toFixed(1)}" cy="${y(point.y).toFixed(1)}" r="2.5"/>`)}
<text x="${edge}" y="${height - 12}">${shortNumber(xs.from)}</text><text x="${width - edge}" y="${height - 12}" text-anchor="end">${shortNumber(xs.to)}</text>
<text x="4" y="${height - edge}">${shortNumber(ys.from)}</text><text x="4" y="${edge - 6}">${shortNumber(ys.to)}</text>
</svg><figcaption>${title}</figcaption></figure>`;
}

/** Draws shares as bars with their names. */
export function bars(rows: readonly { name: string; value: number; note: string }[]): Html {
  const most = Math.max(...rows.map(({ value }) => value), Number.MIN_VALUE);
  return html`<div class="bars">${rows.map(
    ({ name, value, note }) =>
      html`<div><span>${name}</span><meter min="0" max="${most}" value="${Math.max(0, value)}"></meter><small>${note}</small></div>`,
  )}</div>`;
}
