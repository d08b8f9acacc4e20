/**
 * - `credentials`: the platform knows the bot no more, or not with this token;
 * - `refused`: this very request is wrong or may not be made; again it would be no better;
 * - `too_long`: the same in smaller parts would do;
 * - `temporary`: try again, not before `retryAfterMs`.
 */
type FailureKind = 'credentials' | 'refused' | 'too_long' | 'temporary';

/** What a platform could not or would not do, in a sentence for whoever runs the bot. It carries no secret. */
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

/** A webhook request that the platform did not send, or sent too long ago. */
export class WebhookRefusal extends Error {
  readonly status: 400 | 401;

  constructor(status: 400 | 401, message: string) {
    super(message);
    this.name = 'WebhookRefusal';
    this.status = status;
  }
}
