import { parse, View } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { type Config, compile, type TopLevelSpec } from 'vega-lite';

const colors = ['#7048e8', '#0c8599', '#e8590c', '#2b8a3e', '#c2255c', '#1971c2', '#f08c00', '#5f3dc4'];

/** Colours and spaces of all charts. */
export function configOf(scheme: 'light' | 'dark'): Config {
  const ink = scheme === 'dark' ? '#c9cdd4' : '#495057';
  const line = scheme === 'dark' ? '#3b3f47' : '#e3e6ea';
  return {
    background: 'transparent',
    font: 'system-ui, sans-serif',
    view: { stroke: 'transparent' },
    axis: {
      labelColor: ink,
      titleColor: ink,
      gridColor: line,
      domainColor: line,
      tickColor: line,
      titleFontWeight: 500,
      labelLimit: 140,
      // Labels that only do not overlap read as one number.
      labelSeparation: 6,
    },
    legend: { labelColor: ink, titleColor: ink, labelLimit: 200 },
    title: { color: ink },
    range: { category: colors, heatmap: scheme === 'dark' ? ['#25262b', '#9775fa'] : ['#f8f5ff', '#5f3dc4'] },
    mark: { aria: false, color: scheme === 'dark' ? '#9775fa' : '#7048e8' },
    text: { color: ink },
    aria: false,
  };
}

/** Nothing is fetched, because a chart contains its data. */
const noLoader = {
  load: () => Promise.reject(new Error('A chart may not load data from an address.')),
  sanitize: () => Promise.reject(new Error('A chart may not lead elsewhere.')),
  http: () => Promise.reject(new Error('A chart may not load data from an address.')),
  file: () => Promise.reject(new Error('A chart may not load data from a file.')),
  options: {},
};

/** Expressions are interpreted, because the page's policy forbids generated code. */
export async function drawChart(node: HTMLElement, spec: TopLevelSpec, scheme: 'light' | 'dark'): Promise<View> {
  const { config, ...rest } = spec;
  const compiled = compile({ ...rest, config: { ...config, ...configOf(scheme) } } as TopLevelSpec).spec;
  const view = new View(parse(compiled, undefined, { ast: true }), {
    expr: expressionInterpreter,
    renderer: 'svg',
    loader: noLoader,
    tooltip: (_handler, _event, _item, value) => {
      node.title = value == null ? '' : textOf(value);
    },
  });
  return view.initialize(node).hover().runAsync();
}

function textOf(value: unknown): string {
  if (typeof value !== 'object') return String(value);
  return Object.entries(value as object)
    .map(([name, one]) => `${name}: ${one}`)
    .join('\n');
}
