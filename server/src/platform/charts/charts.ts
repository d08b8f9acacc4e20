import type { Requester } from '../workers/fair-turns.ts';
import { openWorkers } from '../workers/workers.ts';
import type { ChartTasks } from './handler.ts';

/** Draws Vega-Lite specifications as PNG, in workers that can be killed. */
export interface Charts {
  /** Rejects when the specification cannot be drawn within its time and memory. */
  draw(spec: Record<string, unknown>, requester: Requester): Promise<Uint8Array>;
  close(): Promise<void>;
}

const limits = { timeMs: 20_000, memoryBytes: 512 * 1024 * 1024 };
const mostCharacters = 1024 * 1024;

export function openCharts(): Charts {
  const workers = openWorkers<ChartTasks>('chart', { handler: new URL('handler.ts', import.meta.url), limits });
  return {
    async draw(spec, requester) {
      if (JSON.stringify(spec).length > mostCharacters) throw new Error('The chart has too much data.');
      return workers.run('drawChart', spec, requester);
    },
    close: () => workers.close(),
  };
}
