import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Figures = Record<string, number>;

/** Returns the best recorded figure of a table, per metric; empty without a `reference.json`. */
export function bestReference(folder: string, table: string): Figures {
  const path = join(folder, 'reference.json');
  if (!existsSync(path)) return {};
  const recorded: { datasets: Record<string, { models?: Record<string, Record<string, unknown>> }> } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  const best: Figures = {};
  for (const figures of Object.values(recorded.datasets[table]?.models ?? {})) {
    for (const [metric, value] of Object.entries(figures)) {
      if (typeof value !== 'number') continue;
      const isLoss = ['logloss', 'mae', 'rmse', 'ece10'].includes(metric);
      best[metric] =
        best[metric] === undefined ? value : isLoss ? Math.min(best[metric], value) : Math.max(best[metric], value);
    }
  }
  return best;
}
