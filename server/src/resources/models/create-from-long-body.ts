import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RawJsonBody } from '../../http/request/unread-body.ts';
import { newId } from '../../ids.ts';
import { requesterOf } from '../../platform/workers/fair-turns.ts';
import { requireProject } from '../projects/service.ts';
import type { ModelContext } from './context.ts';
import { createModel, retrainModel } from './create.ts';
import type { ModelCreation, ModelRecord, ModelRetraining } from './schemas.ts';
import type { ModelAddress } from './service.ts';
import type { KeepRequest } from './serving/threads/messages.ts';
import type { KeptSource } from './source.ts';

/** Does what `createModel` does; the rows are read in a thread and never held here. */
export function createModelOf(ctx: ModelContext, project: string, body: RawJsonBody): Promise<ModelRecord> {
  return withRowsKept(ctx, project, { bytes: body.bytes, kind: 'creation' }, (input, source) =>
    createModel(ctx, project, input as ModelCreation, source),
  );
}

export function retrainModelOf(ctx: ModelContext, address: ModelAddress, body: RawJsonBody): Promise<ModelRecord> {
  return withRowsKept(ctx, address.project, { bytes: body.bytes, kind: 'retraining' }, (input, source) =>
    retrainModel(ctx, address, input as ModelRetraining, source),
  );
}

async function withRowsKept<Result>(
  ctx: ModelContext,
  projectName: string,
  body: Pick<KeepRequest, 'kind' | 'bytes'>,
  work: (input: unknown, source: KeptSource | undefined) => Promise<Result>,
): Promise<Result> {
  const project = await requireProject(ctx, projectName);
  const path = join(ctx.temporaryDirectory, `${newId('req')}.ndjson`);
  try {
    const { input, rows } = await ctx.answering.keepRows({ ...body, path }, requesterOf(ctx, project.id));
    return await work(input, rows && { kept: rows });
  } finally {
    await rm(path, { force: true });
  }
}
