const mostAMinute = 100;
const minuteMs = 60_000;

/** Somebody without a key must not be able to fill the disk with entries: so many a minute are told, the rest is not. */
export class UnknownCallers {
  #minute = 0;
  #told = 0;

  mayBeRecorded(now = Date.now()): boolean {
    const minute = Math.floor(now / minuteMs);
    if (minute !== this.#minute) this.#told = 0;
    this.#minute = minute;
    this.#told += 1;
    return this.#told <= mostAMinute;
  }
}
