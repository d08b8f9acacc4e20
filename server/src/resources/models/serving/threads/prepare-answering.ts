import type { ModelServices } from '../../context.ts';
import { mostBytesHere } from '../model-cache.ts';

/** The first requests after a start come before that. */
const delayMs = 200;

/**
 * Soon after a start, starts the thread that answers by large models, where there are any: to start it takes longer than
 * to load a model of 60 MB. It ends after idling like any other. Returns what cancels this.
 */
export function prepareAnswering(
  { answering, blobs }: Pick<ModelServices, 'answering' | 'blobs'>,
  onError: (error: unknown) => void,
): () => void {
  const timer = setTimeout(async () => {
    try {
      const stored = await blobs.list('models/');
      if (stored.some(({ byteSize }) => byteSize > mostBytesHere)) answering.prepare();
    } catch (error) {
      onError(error);
    }
  }, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
}
