import { readFile, writeFile } from 'node:fs/promises';
import { loadModel } from '@sibyl/engine/load.ts';
import { ServiceError } from '../../../errors.ts';
import { sha256 } from '../sha256.ts';
import type { ThresholdRequest } from './messages.ts';

/**
 * Writes a model file anew, so that whatever reads it answers by the threshold.
 * @throws ServiceError `wrong_state`
 */
export async function rewriteThreshold({ path, asked, outputPath }: ThresholdRequest): Promise<void> {
  const model = loadModel(await readFile(path), sha256).withThreshold?.(asked);
  if (!model) throw new ServiceError('wrong_state', 'The model has no threshold.');
  await writeFile(outputPath, model.toBytes(sha256), { flag: 'wx', flush: true });
}
