import { expect, test } from 'vitest';
import { readEvents } from '../src/event-stream.ts';

/** The text in chunks of so many bytes. */
function answerOf(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text);
  let offset = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (offset >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(offset, offset + size));
      offset += size;
    },
  });
  return new Response(body);
}

const lines = [
  ': still here',
  '',
  'id: 7',
  'event: made',
  'data: {"é":',
  'data:1}',
  '',
  'retry: 1000',
  '',
  'data: last',
  '',
  'data: cut',
];

test.for(['\n', '\r\n', '\r'])(
  'events are read wherever the bytes are parted, with lines that end in %j',
  async (end) => {
    for (const size of [1, 2, 3, 7, 1000]) {
      const events = [];
      for await (const event of readEvents(answerOf(lines.join(end), size))) events.push(event);
      expect(events).toEqual([
        { id: '7', event: 'made', data: '{"é":\n1}' },
        { id: '', event: 'message', data: 'last' },
      ]);
    }
  },
);

test('leaving the loop closes the connection', async () => {
  let isClosed = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel() {
      isClosed = true;
    },
  });
  for await (const _ of readEvents(new Response(body))) break;
  expect(isClosed).toBe(true);
});
