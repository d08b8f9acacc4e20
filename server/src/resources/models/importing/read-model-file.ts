import { readFile, writeFile } from 'node:fs/promises';
import { ImportError, importModel } from '@sibyl/engine/import/import-model.ts';
import { loadModel, ModelFileError } from '@sibyl/engine/load.ts';
import type { Model, ModelDescription } from '@sibyl/engine/model.ts';
import { invalidField, ServiceError } from '../../../errors.ts';
import { sha256 } from '../sha256.ts';
import type { ForeignNames, ImportRequest } from './messages.ts';

/**
 * Converts a model file to our format and returns its description.
 * @throws ServiceError `unreadable_file`, `invalid_input`
 */
export async function convertModelFile({ path, names, outputPath }: ImportRequest): Promise<ModelDescription> {
  const { description, bytes } = readModelFile(await readFile(path), names);
  await writeFile(outputPath, bytes, { flag: 'wx', flush: true });
  return description;
}

function readModelFile(file: Uint8Array, names: ForeignNames): { description: ModelDescription; bytes: Uint8Array } {
  try {
    const text = readForeignText(file);
    if (text !== undefined) {
      const model = readForeign(text, names);
      return { description: model.description, bytes: model.toBytes(sha256) };
    }
    const stray = (['target', 'features', 'classes'] as const).find((name) => names[name] !== undefined);
    if (stray)
      throw invalidField(`?${stray}`, 'is only for files of other libraries: this one contains it', 'not_allowed');
    return { description: loadModel(file, sha256).description, bytes: file };
  } catch (error) {
    if (error instanceof ModelFileError || error instanceof ImportError)
      throw new ServiceError('unreadable_file', `The file is not a readable model: ${shorten(error.message)}.`);
    throw error;
  }
}

/**
 * Returns the text of a file that starts like XGBoost's JSON or LightGBM's lines; our format starts with a binary
 * length.
 */
function readForeignText(file: Uint8Array): string | undefined {
  const start = new TextDecoder().decode(file.subarray(0, 64)).trimStart();
  if (!start.startsWith('{') && !start.startsWith('tree')) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw new ImportError('It is not text in UTF-8');
  }
}

function readForeign(text: string, { target, features, classes }: ForeignNames): Model {
  const names = { featureNames: features?.split(','), classes: classes?.split(',') };
  // Parsed before a missing target is reported, so that a file that is no model gets that error first.
  const model = importModel(text, { target: target ?? '', ...names });
  if (target !== undefined) return model;
  throw invalidField('?target', 'is required for a file of another library: the name of what it predicts', 'required');
}

function shorten(message: string): string {
  const sentence = message.replace(/\.$/, '');
  return sentence.length > 500 ? `${sentence.slice(0, 499)}…` : sentence;
}
