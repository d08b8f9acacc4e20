import type { ModelReport } from './get-report.ts';
import { type Html, html, shortNumber, table, withError } from './html.ts';
import { metricInWords } from './metric-words.ts';

/** Writes what the monitoring of the model saw. */
export function writeMonitoring({ monitoring }: ModelReport): Html {
  const { monitor, windows, truths } = monitoring;
  if (windows.length === 0)
    return html`<h2>Monitoring</h2><p>${monitor?.enabled ? 'The model is monitored; nothing has been predicted yet.' : 'The model is not monitored.'}</p>`;
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
  const head = ['window', 'version', 'rows', 'drift', 'drift AUC', 'estimated performance', 'live performance'];
  return html`<h2>Monitoring</h2><p>${truths.joined} actual values matched a prediction, ${truths.waiting} are unmatched so far.</p>${table(head, rows)}`;
}
