/**
 * - `credentials`: the platform does not accept the bot or its token any more; - `refused`: the request is invalid or
 * forbidden, and a retry would fail too; - `too_long`: something shorter would be accepted; - `temporary`: retry, not
 * before `retryAfterMs`.
 */
type FailureKind = 'credentials' | 'refused' | 'too_long' | 'temporary';

/** A failure of a platform, as a sentence for the bot's owner. It contains no secret. */
export class ChannelFailure extends Error {
  readonly kind: FailureKind;
  readonly retryAfterMs: number | undefined;

  constructor(kind: FailureKind, message: string, { retryAfterMs }: { retryAfterMs?: number } = {}) {
    super(message);
    this.name = 'ChannelFailure';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A webhook request that did not come from the platform, or is too old. */
export class WebhookRefusal extends Error {
  readonly status = 401;

  constructor(message: string) {
    super(message);
    this.name = 'WebhookRefusal';
  }
}
