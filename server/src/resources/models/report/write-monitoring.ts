import type { ModelReport } from './get-report.ts';
import { type Html, html, shortNumber, table, withError } from './html.ts';
import { metricInWords } from './metric-words.ts';

/** Writes what the watch of the model saw. */
export function writeMonitoring({ monitoring }: ModelReport): Html {
  const { monitor, windows, truths } = monitoring;
  if (windows.length === 0)
    return html`<h2>In use</h2><p>${monitor?.enabled ? 'It is monitored, and nothing was predicted yet.' : 'It is not monitored.'}</p>`;
  const rows = windows.toReversed().map((window) => {
    const drifted = window.columns.filter(({ is_drift }) => is_drift).map(({ column }) => column);
    const { estimated, together } = window;
    return [
      window.start.slice(0, 16).replace('T', ' '),
      window.version,
      window.rows,
      drifted.length > 0 ? drifted.join(', ') : 'none',
      shortNumber(together?.auc),
      estimated
        ? `${metricInWords(estimated.metric)} ${withError(estimated.value, estimated.standard_error)} (estimate)`
        : '—',
      window.live.map((one) => `${metricInWords(one.metric)} ${withError(one.value, one.standard_error)}`).join('; ') ||
        '—',
    ];
  });
  const head = ['window', 'version', 'rows', 'drift', 'told apart (AUC)', 'without truths', 'by truths'];
  return html`<h2>In use</h2><p>${truths.joined} actual values were matched with a prediction, ${truths.waiting} are not yet.</p>${table(head, rows)}`;
}
