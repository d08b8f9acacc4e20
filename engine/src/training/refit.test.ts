import { expect, test } from 'vitest';
import { numberColumn, tableOf, textColumn } from '../../test/tables.ts';
import { evaluateBlend } from '../evaluation/evaluate.ts';
import { openTable } from '../large-tables/large-table.ts';
import { Monitor } from '../monitor.ts';
import { createRandom } from '../random.ts';
import { prepare } from './prepare.ts';
import { refit } from './refit.ts';
import { search, select } from './select.ts';

/** On a busy machine the stages before refitting can take all of its time. */
test('a model that is fitted again after its time is up is as good as its figures say', async () => {
  const random = createRandom(4);
  const values = Array.from({ length: 400 }, () => random() * 4 - 2);
  const left = values.map((value) => (random() < 1 / (1 + Math.exp(-3 * value)) ? 'yes' : 'no'));
  const monitor = new Monitor({});
  const request = { target: 'left', effort: 'quick' as const };
  const table = tableOf([numberColumn('x', values), textColumn('left', left)]);
  const found = await search(await prepare(await openTable(table, request, monitor), request, monitor));
  const { training } = found;
  // Only the linear member, which is never a bag.
  const linear = found.contenders.filter(({ name }) => name.startsWith('logistic'));
  const selection = await select({ ...found, contenders: linear });
  const { finish } = await evaluateBlend(training, selection);
  const late = { ...training, deadlines: { ...training.deadlines, refit: 0 } };
  const { members } = await refit(late, selection, finish);
  const chances = [-2, 2].map((x) => members.reduce((sum, { model, weight }) => sum + weight * chanceOf(model, x), 0));
  expect(Math.abs(chances[1] - chances[0])).toBeGreaterThan(0.8);
});

function chanceOf(model: Awaited<ReturnType<typeof refit>>['members'][number]['model'], x: number): number {
  const out = new Float64Array(2);
  model.score(Float64Array.of(x), 1, out);
  return out[1];
}
