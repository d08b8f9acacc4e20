/** The importing process: reads strangers' model files. Does one order at a time; killed when one takes too long or too much. */
import { readFile, writeFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { ServiceError } from '../../../errors.ts';
import type { ImportOrder, ImportReply } from './messages.ts';
import { readModelFile } from './read-model-file.ts';

async function answer({ path, names, outputPath }: ImportOrder): Promise<ImportReply> {
  const processBytes = () => process.memoryUsage.rss();
  try {
    const { description, bytes } = readModelFile(await readFile(path), names);
    await writeFile(outputPath, bytes, { flag: 'wx', flush: true });
    return { description, processBytes: processBytes() };
  } catch (error) {
    if (!(error instanceof ServiceError))
      return {
        broken: error instanceof Error ? (error.stack ?? error.message) : String(error),
        processBytes: processBytes(),
      };
    const [fault] = error.errors ?? [];
    return { refused: fault ? { fault } : { unreadable: error.message }, processBytes: processBytes() };
  }
}

process.on('message', (order: ImportOrder) => {
  answer(order).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
flushCompileCache(); // it ends by being killed
