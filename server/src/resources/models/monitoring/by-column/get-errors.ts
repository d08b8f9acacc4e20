import type { Static } from 'typebox';
import { readMoment } from '../../../../http/request/moments.ts';
import type { ModelContext } from '../../context.ts';
import { requireAnswering } from '../../describe.ts';
import { type ModelAddress, requireModel } from '../../service.ts';
import { foldParts } from '../fold.ts';
import { selectLive } from '../live-sums.ts';
import { newestOf } from '../newest-windows.ts';
import { selectSubject } from '../subject.ts';
import { pagesOfTruths } from '../truth-pages.ts';
import { judgeParts } from './judge-parts.ts';
import { LossTable, meanOf } from './loss-table.ts';
import type { errorsByColumn } from './schemas.ts';

const read = ['version', 'is_right', 'error', 'codes'] as const;

/** Says in which parts of which columns a version errs more than elsewhere, or more than before `from`. */
export async function getErrors(
  ctx: ModelContext,
  address: ModelAddress,
  { from }: { from?: string | undefined },
): Promise<Static<typeof errorsByColumn>> {
  const found = await requireModel(ctx, address);
  const { id, name } = found.model;
  const { version } = await requireAnswering(ctx, found);
  await ctx.watches.write();
  await foldParts(ctx, id);
  const windows = newestOf(await selectLive(ctx.database, id, { version }));
  const begin = readMoment(from, '?from') ?? windows[0]?.window_start ?? null;
  const subject = await selectSubject(ctx.database, { model_id: id, version });
  const metric = subject?.description.classes ? ('error_rate' as const) : ('mae' as const);
  const base = { model: name, version, metric, from: begin };
  if (!subject || begin === null)
    return { ...base, truths: 0, error: null, standard_error: null, looked_at: 0, columns: [] };
  const [now, before] = [new LossTable(subject.reference), new LossTable(subject.reference)];
  for (const { window_start } of windows)
    for await (const page of pagesOfTruths(ctx.database, { model_id: id, window_start }, read))
      for (const truth of page) if (truth.version === version) (window_start >= begin ? now : before).add(truth);
  const mean = meanOf(now.all);
  return {
    ...base,
    truths: now.all.truths,
    error: mean?.value ?? null,
    standard_error: mean?.standard_error ?? null,
    ...judgeParts(subject.reference, now, before),
  };
}
