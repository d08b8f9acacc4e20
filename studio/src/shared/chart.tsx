import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { TopLevelSpec } from 'vega-lite';
import { part } from './part.ts';
import { ProblemNote } from './problem.tsx';

const loadDrawing = part(() => import('./draw-chart.ts'));

/** A Vega-Lite chart; its library loads with the first one. `label` describes it in words. */
export function Chart({ spec, label, height = 260 }: { spec: object; label: string; height?: number }) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const [error, setError] = useState<unknown>();
  const [isDrawn, setDrawn] = useState(false);
  const text = JSON.stringify(spec);
  useEffect(() => {
    const node = place.current;
    let view: { finalize(): void } | undefined;
    let isOver = false;
    const draw = async () => {
      const { drawChart } = await loadDrawing();
      if (isOver || !node) return;
      view = await drawChart(node, { width: 'container', height, ...JSON.parse(text) } as TopLevelSpec, scheme);
      if (isOver) view.finalize();
      else setDrawn(true);
    };
    setError(undefined);
    draw().catch(setError);
    return () => {
      isOver = true;
      view?.finalize();
    };
  }, [text, height, scheme]);
  if (error) return <ProblemNote error={error} />;
  return (
    <div role="img" aria-label={label} aria-busy={!isDrawn} className="chart" style={{ minHeight: height + 40 }}>
      {/* Vega gives what it draws into a role and a name of its own, which say nothing. */}
      <div ref={place} aria-hidden />
    </div>
  );
}
