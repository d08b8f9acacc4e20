import { escapeHtml, pageStyle } from '../page-style.ts';
import type { ErrorEntry } from './entry.ts';

/** Text with `code` in it. */
function formatted(text: string): string {
  return escapeHtml(text).replace(/&#96;([^&]*)&#96;|`([^`]*)`/g, (_, one, other) => `<code>${one ?? other}</code>`);
}

export function renderErrorPage({ code, status, title, cause, cure, example }: ErrorEntry, prefix: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${code} - Sibyl</title>
<style>${pageStyle}</style>
<main>
  <p><a href="${prefix}/">Sibyl</a></p>
  <h1>${code}</h1>
  <p class="lead">${escapeHtml(title)}. The status is ${status}.</p>
  <h2>Why it comes</h2>
  <p>${formatted(cause)}</p>
  <h2>What helps</h2>
  <p>${formatted(cure)}</p>
  <h2>Example</h2>
  <pre><code>${escapeHtml(JSON.stringify(example, null, 2))}</code></pre>
</main>
</html>
`;
}
