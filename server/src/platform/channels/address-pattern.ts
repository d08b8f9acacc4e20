/** Matches an http or https address without a name and password, which requests do not send and records would show. */
export const addressPattern = '^https?://[^/?#@]+(?:[/?#]|$)';
