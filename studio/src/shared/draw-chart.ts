import { parse, View } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';
import { configOf } from './chart-config.ts';

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
