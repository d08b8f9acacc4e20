/**
 * The same routes answer under four spellings (CONTRACT.md §1); each is declared once, as `/api/projects…`.
 * `/v1/chat/completions` and `/v1/models` belong to another protocol and stay as they are.
 */
const spellings = /^(?:\/v1\/api\/api|\/v1\/api|\/api)?\/projects(?=[/?]|$)/;
const plain = '/api/projects';

/** An address in full is its path: which host it names is for the door to judge. */
const origin = /^https?:\/\/[^/?#]*/i;

export function rewriteUrl(url: string): string {
  if (url.startsWith(`${plain}/`)) return url;
  const path = url.startsWith('/') ? url : url.replace(origin, '').replace(/^(?=\?|$)/, '/');
  return path.replace(spellings, plain);
}
