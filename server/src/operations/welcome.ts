import type { Config } from '../config.ts';
import type { App } from '../http/server.ts';
import { isStudioBuilt, sendStudio, wantsPage } from './studio.ts';

/** The page has no scripts and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/** Adds `GET /`: the studio for a browser; for others what this service is, and a command to try. */
export function addWelcome(app: App, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const config = { action: 'service.documentation' } as const;
  const hasStudio = isStudioBuilt();
  app.get('/', { schema: { hide: true }, config }, async (request, reply) => {
    if (hasStudio && wantsPage(request)) return sendStudio(reply);
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8');
    return reply.send(renderWelcome(publicUrl || `${request.protocol}://${request.host}`, app.publicPath));
  });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns a curl command for the sample project. */
function commandFor(address: string, path: string, body: string): string {
  const command = `curl \\
  ${address}/api/projects/default/${path} \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`;
  return `<pre><code>${escapeHtml(command)}</code></pre>`;
}

function renderWelcome(address: string, prefix: string): string {
  const row = '[{"sqft": "823", "location": "good", "neighborhood": "downtown"}]';
  const question = '{"messages": [{"question": "Which neighborhood is the most expensive?"}]}';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sibyl</title>
<style>${style}</style>
<main>
  <h1>Sibyl</h1>
  <p class="lead">The AI parts of an application: models trained on your tables that predict with honest bounds, agents
  that answer from tables, documents and models, and chatbots that bring them to people.</p>
  <nav>
    <a href="${prefix}/docs/"><strong>Playground</strong><span>Try every operation from here</span></a>
    <a href="${prefix}/openapi.json"><strong>OpenAPI</strong><span>For client generators</span></a>
    <a href="${prefix}/health/ready"><strong>Health</strong><span>Whether requests are taken</span></a>
    <a href="${prefix}/metrics"><strong>Metrics</strong><span>Prometheus text</span></a>
  </nav>
  <h2>Ask the sample model what a home rents for</h2>
  ${commandFor(address, 'models/home_rentals_model/predict', row)}
  <h2>Ask the sample agent, which needs no language model</h2>
  ${commandFor(address, 'agents/assistant/completions', question)}
  <p>A first start trains the model, which takes some seconds; with <code>SIBYL_SAMPLE=0</code> there is neither, and your
  own tables come first: <code>POST /api/projects/default/tables</code>.</p>
</main>
</html>
`;
}

const style = `
  :root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --paper: #fbfaf7; --card: #fff; --line: #e3dfd6; --mark: #6a3fb5 }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #ece9f1; --soft: #a3a9b6; --paper: #14151b; --card: #1d1f28; --line: #30333f; --mark: #b99bf2 }
  }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
  main { max-width: 46rem; margin: 0 auto; padding: clamp(1.5rem, 6vw, 5rem) 1.25rem }
  h1 { margin: 0; font: 600 clamp(2.5rem, 8vw, 3.75rem)/1.1 ui-serif, Georgia, serif; color: var(--mark) }
  h2 { margin: 2.5rem 0 .75rem; font-size: 1.1rem }
  .lead { font-size: 1.2rem; max-width: 38rem }
  nav { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .75rem; margin-top: 2rem }
  nav a { display: block; padding: .9rem 1.1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); color: inherit; text-decoration: none }
  nav a:hover, nav a:focus-visible { border-color: var(--mark); outline: none }
  nav strong { display: block; color: var(--mark) }
  nav span, main > p:last-child { color: var(--soft); font-size: .95rem }
  pre { margin: 0; padding: 1rem 1.1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .6rem; background: var(--card) }
  code { font: .875rem/1.6 ui-monospace, SFMono-Regular, Menlo, monospace }
`;
