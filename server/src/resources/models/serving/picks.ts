/** A row that was asked and its answer, drawn at random. */
export interface DrawnRow {
  /** Uniform between 0 and 1: of all rows of a window those with the smallest keys are kept, whoever drew them. */
  key: number;
  /** Cells in the order of `PickOrder.columns`; undefined where there is none. */
  cells: unknown[];
  /** The predicted number, or the place of the class. */
  value: number;
  confidence: number;
  /** NaN where there are no bounds. */
  lower: number;
  upper: number;
}

/** What is to be drawn. Plain data, so that threads and processes draw too. */
export interface PickOrder {
  columns: readonly string[];
  /** How many rows are wanted. */
  most: number;
  /** Rows with greater keys are not wanted any more. */
  below: number;
}

/** What was seen of some rows: their number, and all that have a key below `below`. */
export interface Seen {
  rows: number;
  below: number;
  picks: DrawnRow[];
}

/** How many times the wanted rows are drawn, so that hardly ever fewer are found, and from how many on they are thinned. */
const plenty = 1.3;
const tooMany = 2;

/**
 * Draws rows of all that are answered: a row that is passed over costs one subtraction for its whole batch. What was
 * noted counts once `keep` says that it was answered.
 */
export class Picks {
  readonly columns: readonly string[];
  readonly #most: number;
  #below: number;
  /** Rows to pass over before the next one is drawn. */
  #gap = 0;
  #picks: DrawnRow[] = [];
  #noted = 0;
  /** Rows of this window that were drawn below the key. */
  #drawn = 0;
  /** What was so when `keep` was last called. */
  #kept: { rows: number; picks: number; below: number };

  constructor({ columns, most, below }: PickOrder) {
    this.columns = columns;
    this.#most = most;
    this.#below = below;
    this.#kept = { rows: 0, picks: 0, below };
    this.#gap = this.#nextGap();
  }

  get order(): PickOrder {
    return { columns: this.columns, most: this.#most, below: this.#below };
  }

  /** Notes `count` rows, whose answers are not sent yet. */
  note(count: number, pick: (index: number) => Omit<DrawnRow, 'key'>): void {
    if (count * this.#below > tooMany * this.#most) this.#drawBelow((plenty * this.#most) / count);
    this.#noted += count;
    this.#gap -= count;
    while (this.#gap < 0) {
      this.#picks.push({ key: Math.random() * this.#below, ...pick(count + this.#gap) });
      this.#gap += 1 + this.#nextGap();
    }
  }

  /** What was noted was answered. */
  keep(): void {
    if (this.#noted === 0) return;
    this.#kept.rows += this.#noted;
    this.#noted = 0;
    this.#drawn += this.#picks.length - this.#kept.picks;
    if (this.#drawn > tooMany * this.#most) this.#thin();
    this.#kept.picks = this.#picks.length;
    this.#kept.below = this.#below;
  }

  /** What was noted since `keep` was not answered. */
  drop(): void {
    if (this.#noted === 0) return;
    this.#noted = 0;
    this.#picks.length = this.#kept.picks;
    this.#drawBelow(this.#kept.below);
  }

  /** Adds what a thread or a process saw and answered. */
  add({ rows, below, picks }: Seen): void {
    this.drop();
    this.#noted += rows;
    this.#picks.push(...picks);
    if (below < this.#below) this.#drawBelow(below);
    this.keep();
  }

  /**
   * Returns what was kept, no more rows than are wanted, and forgets it; in a window that goes on, rows are drawn up to
   * the same key.
   */
  take(): Seen {
    const { rows, below } = this.#kept;
    const picks = this.#picks.splice(0, this.#kept.picks).filter(({ key }) => key < below);
    this.#kept = { rows: 0, picks: 0, below };
    if (picks.length <= this.#most) return { rows, below, picks };
    picks.sort((one, other) => one.key - other.key);
    const { key } = picks[this.#most];
    picks.length = this.#most;
    this.#kept.below = key;
    this.#drawn *= key / below;
    if (key < this.#below) this.#drawBelow(key);
    return { rows, below: key, picks };
  }

  /** Begins a new window. */
  restart(): void {
    this.#kept.below = 1;
    this.#drawn = 0;
    this.#drawBelow(1);
  }

  #drawBelow(below: number): void {
    this.#below = below;
    this.#gap = this.#nextGap();
  }

  #thin(): void {
    const below = (this.#below * plenty * this.#most) / this.#drawn;
    this.#picks = this.#picks.filter(({ key }) => key < below);
    this.#drawn = plenty * this.#most;
    this.#drawBelow(below);
  }

  #nextGap(): number {
    return this.#below >= 1 ? 0 : Math.floor(Math.log(1 - Math.random()) / Math.log1p(-this.#below));
  }
}

/** Longer texts are cut. */
export const longestText = 200;

/** Returns a copy of a cell that holds no more than a short text. */
export function shortCell(cell: unknown): unknown {
  if (typeof cell === 'string') return cell.length > longestText ? cell.slice(0, longestText) : cell;
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell).slice(0, longestText) : cell;
}
