/** A reader of server-sent events for tests and measurements. */

export interface StreamedEvent {
  id: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into data of every shape
  data: any;
}

export interface EventStream {
  status: number;
  events: StreamedEvent[];
  /** Resolves after so many events in total; rejects when the stream ends earlier. */
  until(count: number): Promise<StreamedEvent[]>;
  ended: Promise<void>;
  close(): void;
}

export async function openEventStream(url: string, headers: Record<string, string> = {}): Promise<EventStream> {
  const controller = new AbortController();
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  });
  const events: StreamedEvent[] = [];
  let notify = () => {};
  let isOver = false;
  const ended = readEvents(response, (event) => {
    events.push(event);
    notify();
  }).finally(() => {
    isOver = true;
    notify();
  });
  return {
    status: response.status,
    events,
    async until(count) {
      while (events.length < count) {
        if (isOver) throw new Error(`the stream ended after ${events.length} events`);
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
      return events;
    },
    ended,
    close: () => controller.abort(),
  };
}

async function readEvents(response: Response, take: (event: StreamedEvent) => void): Promise<void> {
  let rest = '';
  try {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) if (block.includes('data: ')) take(parseEvent(block));
    }
  } catch {
    // The connection was closed by either side; earlier events count.
  }
}

function parseEvent(block: string): StreamedEvent {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)));
  return { id: fields.id, event: fields.event, data: JSON.parse(fields.data) };
}
