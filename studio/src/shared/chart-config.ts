import type { Config } from 'vega-lite';

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
    // Vega draws these in black, which nobody sees on a dark page.
    text: { color: ink },
    rule: { color: ink },
    tick: { color: ink },
    aria: false,
  };
}
