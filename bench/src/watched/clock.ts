const RealDate = Date;
const [dayMs, hourMs] = [86_400_000, 3_600_000];
let aheadMs = 0;

/** The time of this process can be moved ahead; timers and other processes go on as they are. */
class MovedDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(RealDate.now() + aheadMs);
    else super(given[0]);
  }

  static override now(): number {
    return RealDate.now() + aheadMs;
  }
}

export function moveClock(): void {
  globalThis.Date = MovedDate as DateConstructor;
}

/** Goes back to the time of the machine, by which runs are noted. */
export function restoreClock(): void {
  globalThis.Date = RealDate;
}

/** Goes on to noon of the next day. */
export function nextDay(): void {
  const now = RealDate.now() + aheadMs;
  aheadMs += (Math.floor(now / dayMs) + 1.5) * dayMs - now;
}

/** Goes on to half past the next hour. */
export function nextHour(): void {
  const now = RealDate.now() + aheadMs;
  aheadMs += (Math.floor(now / hourMs) + 1.5) * hourMs - now;
}
