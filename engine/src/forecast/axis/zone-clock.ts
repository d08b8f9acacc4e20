import { dayMilliseconds } from './step.ts';

/** What the clock of a place is ahead of UTC, in milliseconds, with one day at a time remembered. */
class ZoneClock {
  readonly #format: Intl.DateTimeFormat;
  readonly #atMidnight = new Map<number, number>();

  constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  }

  /** Offsets at the begin and the end of the UTC day before, and after; they differ around a change. */
  around(time: number): readonly [before: number, after: number] {
    const day = Math.floor(time / dayMilliseconds);
    return [this.#midnight(day - 1), this.#midnight(day + 2)];
  }

  offset(time: number): number {
    const [before, after] = this.around(time);
    return before === after ? before : this.#read(time);
  }

  #midnight(day: number): number {
    const known = this.#atMidnight.get(day);
    if (known !== undefined) return known;
    const offset = this.#read(day * dayMilliseconds);
    if (this.#atMidnight.size < mostDays) this.#atMidnight.set(day, offset);
    return offset;
  }

  #read(time: number): number {
    const name = this.#format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
    const size = hours === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * 60_000;
    return sign === '-' ? -size : size;
  }
}

const mostDays = 100_000;
const clocks = new Map<string, ZoneClock>();

function clockOf(zone: string): ZoneClock {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new ZoneClock(zone);
  clocks.set(zone, clock);
  return clock;
}

/** Returns the time that a clock in the zone shows at a moment, as if it were UTC. */
export function toLocal(zone: string, moment: number): number {
  return moment + clockOf(zone).offset(moment);
}

/** Returns the moments at which a clock in the zone shows a time: two in autumn, none in spring, else one. */
export function momentsOf(zone: string, local: number): number[] {
  const clock = clockOf(zone);
  const [before, after] = clock.around(local);
  const offsets = before === after ? [before] : [Math.max(before, after), Math.min(before, after)];
  const isOnly = offsets.length === 1;
  return offsets.map((offset) => local - offset).filter((moment) => isOnly || toLocal(zone, moment) === local);
}
