import type { Config } from '../config.ts';
import type { App } from '../http/reply/app.ts';
import { escapeHtml, pagePolicy, pageStyle } from '../http/reply/page-style.ts';
import { wantsPage } from '../http/request/accept.ts';
import { isStudioBuilt, sendStudio } from './studio.ts';

/** Adds `GET /`: the studio for a browser; for others a description of the service and a command to try. */
export function addWelcome(app: App, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const config = { action: 'service.documentation' } as const;
  const hasStudio = isStudioBuilt();
  app.get('/', { schema: { hide: true }, config }, async (request, reply) => {
    if (hasStudio && wantsPage(request)) return sendStudio(reply);
    reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8');
    return reply.send(renderWelcome(publicUrl || `${request.protocol}://${request.host}`, app.publicPath));
  });
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
<style>${pageStyle}</style>
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
