/**
 * The same routes have four spellings; each is declared once, as `/api/projects…`.
 * `/v1/chat/completions` and `/v1/models` belong to another protocol and stay.
 */
const spellings = /^(?:\/api)?\/projects(?=[/?]|$)/;
const plain = '/api/projects';
/** The first server of the OpenAPI document: every address exists below it. */
const server = /^\/v1\/api(?=\/)/;

/** An absolute address is reduced to its path; `checkHostAndOrigin` checks its host. */
const origin = /^https?:\/\/[^/?#]*/i;

/** `prefix` is the path of SIBYL_PUBLIC_URL, which some proxies strip and others keep. */
export function rewriteUrl(url: string, prefix = ''): string {
  if (url.startsWith(`${plain}/`)) return url;
  if (prefix !== '' && url.startsWith(prefix) && /^(?:[/?]|$)/.test(url.slice(prefix.length)))
    return rewriteUrl(url.slice(prefix.length).replace(/^(?=\?|$)/, '/'));
  const path = url.startsWith('/') ? url : url.replace(origin, '').replace(/^(?=\?|$)/, '/');
  return path.replace(server, '').replace(spellings, plain);
}
