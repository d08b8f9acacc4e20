import { escapeHtml, pageStyle } from '../../http/reply/page-style.ts';
import type { ErrorEntry } from './entry.ts';

/** Text with `code` in it. */
function formatted(text: string): string {
  return escapeHtml(text).replace(/&#96;([^&]*)&#96;|`([^`]*)`/g, (_, one, other) => `<code>${one ?? other}</code>`);
}

export function renderErrorPage({ code, status, title, cause, cure, example }: ErrorEntry, prefix: string): string {
  return page(
    code,
    `  <p><a href="${prefix}/">Sibyl</a> · <a href="${prefix}/errors">all errors</a></p>
  <h1>${code}</h1>
  <p class="lead">${escapeHtml(title)}. The status is ${status}.</p>
  <h2>Why it comes</h2>
  <p>${formatted(cause)}</p>
  <h2>What helps</h2>
  <p>${formatted(cure)}</p>
  <h2>Example</h2>
  <pre><code>${escapeHtml(JSON.stringify(example, null, 2))}</code></pre>`,
  );
}

export function renderErrorList(entries: readonly ErrorEntry[], prefix: string): string {
  const item = ({ code, status, title }: ErrorEntry) =>
    `    <a href="${prefix}/errors/${code}"><strong>${code}</strong><span>${status} · ${escapeHtml(title)}</span></a>`;
  return page(
    'Errors',
    `  <p><a href="${prefix}/">Sibyl</a></p>
  <h1>Errors</h1>
  <p class="lead">Every error has a code of this list. Its page says why it comes and what helps.</p>
  <nav>
${entries.map(item).join('\n')}
  </nav>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Sibyl</title>
<style>${pageStyle}</style>
<main>
${body}
</main>
</html>
`;
}
