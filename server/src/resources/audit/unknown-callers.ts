const mostAMinute = 100;
const minuteMs = 60_000;

/** Limits the entries per minute of requests without a key, so that they cannot fill the disk. */
export class UnknownCallerLimit {
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
