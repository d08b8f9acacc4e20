/**
 * The same routes answer under four spellings (CONTRACT.md §1); each is declared once, as `/api/projects…`.
 * `/v1/chat/completions` and `/v1/models` belong to another protocol and stay as they are.
 */
const spellings = /^(?:\/v1\/api\/api|\/v1\/api|\/api)?\/projects(?=[/?]|$)/;
const plain = '/api/projects';

export function rewriteUrl(url: string): string {
  return url.startsWith(`${plain}/`) ? url : url.replace(spellings, plain);
}
