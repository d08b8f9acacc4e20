/** The address of a bucket: `s3://bucket/prefix?endpoint=http://127.0.0.1:9000&region=eu-central-1`. */
export interface S3Address {
  bucket: string;
  /** Without slashes at its ends; empty for the whole bucket. */
  prefix: string;
  /** For stores other than Amazon's. */
  endpoint: string | undefined;
  region: string | undefined;
}

/** Returns undefined when the text is no such address. */
export function readS3Address(text: string): S3Address | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) return undefined;
  const { searchParams: query } = url;
  if ([...query.keys()].some((name) => name !== 'endpoint' && name !== 'region')) return undefined;
  const endpoint = query.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:/.test(endpoint))) return undefined;
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return { bucket: url.hostname, prefix, endpoint, region: query.get('region') ?? undefined };
}
