const codesOfNetwork = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ERR_STREAM_PREMATURE_CLOSE)/;

type SdkError = Error & { code?: unknown; $metadata?: { httpStatusCode?: number } };

/** Returns whether the store could not be reached, or failed. */
export function isAway(error: SdkError): boolean {
  const { httpStatusCode = 0 } = error.$metadata ?? {};
  return httpStatusCode >= 500 || error.name === 'TimeoutError' || codesOfNetwork.test(String(error.code));
}

/** Returns what is wrong with the bucket or the credentials, for the operator; undefined for another failure. */
export function findRefusal(error: SdkError, bucket: string): string | undefined {
  if (error.name === 'NoSuchBucket') return `the bucket ${bucket} does not exist: create it`;
  if (error.name === 'CredentialsProviderError')
    return 'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role';
  const { httpStatusCode } = error.$metadata ?? {};
  if (httpStatusCode !== 401 && httpStatusCode !== 403) return undefined;
  return `the store refuses the credentials (${error.name}): look at AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and their rights to the bucket ${bucket}`;
}
