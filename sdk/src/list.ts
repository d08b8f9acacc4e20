export interface Page<Item> {
  items: Item[];
  /** Where the next page begins; undefined on the last. */
  cursor: string | undefined;
}

/** Reads the page at a cursor, of so many items when the caller set no limit. */
export type ReadPage<Item> = (cursor: string | undefined, limit?: number) => Promise<Page<Item>>;

const itemsAtOnce = 1000;

/** A list that is asked for once somebody wants it: `await` gives what the service answers at once, `for await` every item. */
export class List<Item> implements PromiseLike<Item[]>, AsyncIterable<Item> {
  readonly #read: ReadPage<Item>;

  constructor(read: ReadPage<Item>) {
    this.#read = read;
  }

  /** One page, with the cursor of the next: `limit` items, or all there are. */
  page(): Promise<Page<Item>> {
    return this.#read(undefined);
  }

  /** Every page in turn. */
  async *pages(): AsyncGenerator<Page<Item>, void> {
    let cursor: string | undefined;
    do {
      const page = await this.#read(cursor, itemsAtOnce);
      yield page;
      cursor = page.cursor;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const { items } of this.pages()) yield* items;
  }

  // biome-ignore lint/suspicious/noThenProperty: a list can be awaited as well as iterated
  then<Then = Item[], Else = never>(
    onFulfilled?: ((items: Item[]) => Then | PromiseLike<Then>) | null,
    onRejected?: ((reason: unknown) => Else | PromiseLike<Else>) | null,
  ): Promise<Then | Else> {
    return this.page()
      .then(({ items }) => items)
      .then(onFulfilled, onRejected);
  }
}

/** The cursor in `Link: <…>; rel="next"`; the rest of the address may be another one behind a proxy. */
export function cursorOf(response: Response): string | undefined {
  const next = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return next === undefined ? undefined : (new URL(next, 'http://relative').searchParams.get('cursor') ?? undefined);
}
