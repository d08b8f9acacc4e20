/** The reading process: opens strangers' files. Does one order at a time; killed when one takes too long or too much. */
import { flushCompileCache } from 'node:module';
import { readDocument } from './inside/read-document.ts';
import { DocumentRefused, type ReadOrder, type ReadReply } from './messages.ts';

async function answer(order: ReadOrder): Promise<ReadReply> {
  const processBytes = () => process.memoryUsage.rss();
  try {
    return { document: await readDocument(order), processBytes: processBytes() };
  } catch (error) {
    if (error instanceof DocumentRefused)
      return { refused: { fault: error.fault, message: error.message }, processBytes: processBytes() };
    return {
      broken: error instanceof Error ? (error.stack ?? error.message) : String(error),
      processBytes: processBytes(),
    };
  }
}

process.on('message', (order: ReadOrder) => {
  answer(order).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
flushCompileCache(); // it ends by being killed
