export interface Page<Item> {
  items: Item[];
  /** Start of the next page; undefined on the last. */
  cursor: string | undefined;
}

/** Reads the page at a cursor, with `limit` items if given. */
export type ReadPage<Item> = (cursor: string | undefined, limit?: number) => Promise<Page<Item>>;

const itemsAtOnce = 1000;

/** A list that is requested when used: `await` returns the first page, `for await` yields every item. */
export class List<Item> implements PromiseLike<Item[]>, AsyncIterable<Item> {
  readonly #read: ReadPage<Item>;

  constructor(read: ReadPage<Item>) {
    this.#read = read;
  }

  /** Returns one page with the cursor of the next: `limit` items, or the service's default. */
  page(): Promise<Page<Item>> {
    return this.#read(undefined);
  }

  /** Yields every page. */
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

/** Returns the cursor in `Link: <…>; rel="next"`; the rest of the address may differ behind a proxy. */
export function cursorOf(response: Response): string | undefined {
  const next = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return next === undefined ? undefined : (new URL(next, 'http://relative').searchParams.get('cursor') ?? undefined);
}
