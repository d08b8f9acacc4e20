import { h } from 'vue';
import { data, type Series } from '../history.data.ts';

const width = 240;
const height = 48;

/** Draws a line for each figure that was measured often, with its first and newest value. */
export function BenchHistory() {
  return h('table', [
    h(
      'thead',
      h(
        'tr',
        ['benchmark', 'figure', 'runs', 'newest'].map((title) => h('th', title)),
      ),
    ),
    h('tbody', data.map(drawSeries)),
  ]);
}

function drawSeries({ benchmark, what, unit, points }: Series) {
  const [first, last] = [points[0], points[points.length - 1]];
  const label = `${what}: ${first.value} ${unit} on ${first.at.slice(0, 10)}, ${last.value} ${unit} on ${last.at.slice(0, 10)}`;
  const line = h('polyline', { points: placeOf(points), fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5 });
  const drawing = h(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label },
    line,
  );
  const newest = `${last.value.toLocaleString('en-US')} ${unit} (first ${first.value.toLocaleString('en-US')})`;
  return h('tr', [h('td', benchmark), h('td', what), h('td', drawing), h('td', newest)]);
}

/** Runs stand at equal distances: several are of one day. The line begins at zero. */
function placeOf(points: Series['points']): string {
  const top = Math.max(...points.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  const step = (width - 4) / (points.length - 1);
  return points
    .map(({ value }, i) => `${2 + i * step},${height - 2 - (Math.max(0, value) / top) * (height - 4)}`)
    .join(' ');
}
