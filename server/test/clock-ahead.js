/** Loaded before a service (`--import`): its clock is ahead, so that a test sees many windows of time within a minute. */
const ahead = Number(process.env.TEST_CLOCK_AHEAD_MS);
const Clock = Date;

globalThis.Date = class extends Clock {
  constructor(...moment) {
    super(...(moment.length === 0 ? [Clock.now() + ahead] : moment));
  }
  static now() {
    return Clock.now() + ahead;
  }
};
