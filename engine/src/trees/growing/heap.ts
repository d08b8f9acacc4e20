/** A binary heap that yields the greatest item first. */
export class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #isGreater: (a: Item, b: Item) => boolean;

  constructor(isGreater: (a: Item, b: Item) => boolean) {
    this.#isGreater = isGreater;
  }

  push(item: Item): void {
    const items = this.#items;
    let place = items.push(item) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isGreater(item, items[parent])) break;
      items[place] = items[parent];
      place = parent;
    }
    items[place] = item;
  }

  pop(): Item | undefined {
    const items = this.#items;
    const top = items[0];
    const item = items.pop();
    if (item === undefined || items.length === 0) return top;
    let place = 0;
    for (let child = 1; child < items.length; child = 2 * place + 1) {
      if (child + 1 < items.length && this.#isGreater(items[child + 1], items[child])) child++;
      if (!this.#isGreater(items[child], item)) break;
      items[place] = items[child];
      place = child;
    }
    items[place] = item;
    return top;
  }
}
