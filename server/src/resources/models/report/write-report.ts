import { pageStyle } from '../../../http/reply/page-style.ts';
import type { ModelRecord } from '../schemas.ts';
import type { ModelReport } from './get-report.ts';
import { Html, html, percentOf, shortNumber, table, withError } from './html.ts';
import { metricInWords, sayMetrics } from './metric-words.ts';
import { bars, curve } from './pictures.ts';
import { sayValue } from './say-value.ts';
import { writeClasses, writeSlices, writeThreshold } from './write-evaluation.ts';
import { writeMonitoring } from './write-monitoring.ts';

const style = `${pageStyle}
  main { max-width: 60rem; padding-top: 2rem } h1 { font-size: 2.2rem; overflow-wrap: anywhere } .alarm { overflow-wrap: anywhere } h2 { break-after: avoid }
  table { border-collapse: collapse; width: 100%; font-size: .9rem; margin: .5rem 0 } th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--line) }
  figure { display: inline-block; margin: .5rem 1rem .5rem 0; width: 20rem; max-width: 100%; break-inside: avoid } figcaption, small { color: var(--soft); font-size: .85rem }
  svg { width: 100% } svg text { font: 10px system-ui; fill: var(--soft) } .line { fill: none; stroke: var(--mark); stroke-width: 2 } circle { fill: var(--mark) } .band { fill: var(--mark); opacity: .15 } .rule { stroke: var(--soft); stroke-dasharray: 4 3 }
  .bars div { display: grid; grid-template-columns: 14rem 1fr 12rem; gap: .6rem; align-items: center } .bars meter { width: 100% } .bars span { overflow-wrap: anywhere }
  .wide { overflow-x: auto } @media (max-width: 40rem) { .bars div { grid-template-columns: 1fr 5rem; margin-bottom: .5rem } .bars span:last-child { grid-column: 1 / -1 } }
  .alarm { border-left: 4px solid #c0392b; padding-left: .8rem }
  @media print { :root { color-scheme: light; --paper: #fff; --card: #fff; --ink: #000 } main { padding: 0; max-width: none } h2 { margin-top: 1.2rem } a { color: inherit } }
`;

/** Writes the report as one page that needs nothing else, on a screen or on paper. */
export function writeReport(report: ModelReport): string {
  const { model } = report;
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${model.name} · model report</title><style>${styleSheet}</style></head>
<body><main><h1>${model.name}</h1><p class="lead">Predicts <strong>${model.target}</strong> from ${model.inputs?.length ?? 0} columns. Version ${model.version}, written ${atMinute(report.written_at)}.</p>
${writeFigures(report)}${writeWarnings(report)}${writeData(report)}${writeThreshold(report)}${writeClasses(report)}${writeSlices(report)}${writeImportances(report)}${writeCurves(report)}${writeMonitoring(report)}${writeLineage(report)}</main></body></html>`;
  return page.text;
}

const styleSheet = new Html(style);

function writeFigures({ model, description }: ModelReport): Html {
  const { accuracies, baseline, standardErrors, coverage } = description;
  const rows = Object.entries(accuracies).map(([metric, value]) => [
    metricInWords(metric),
    withError(value, standardErrors?.[metric]),
    shortNumber(baseline?.[metric]),
  ]);
  const { validation, accuracies_elsewhere: elsewhere } = model;
  const parts = (coverage ?? []).map((one) => [
    `${one.column ?? 'missing cells'}: ${sayValue(description, one.column, one.value)}`,
    withError(one.observed, one.standard_error),
    shortNumber(one.expected),
    one.count,
  ]);
  return html`<h2>Performance</h2>${writeLead(model)}${table(['metric on held-out rows', 'value', 'baseline'], [...rows, ...(elsewhere ?? []).flatMap(rowsElsewhere)])}<p><small>Validation: ${String(validation?.scheme ?? 'not known')}. ± is one standard error. The baseline is a model without inputs.</small></p>${parts.length > 0 && html`<h2>Coverage by subset</h2>${table(['subset', 'observed coverage', 'expected', 'rows'], parts)}`}`;
}

/** The figure to judge a model by: what its errors cost, where that is said. */
function writeLead({ headline, cost }: ModelRecord): Html | null {
  const judged =
    headline &&
    html`<strong>${metricInWords(headline.metric)} ${withError(headline.value, headline.standard_error)}</strong>${headline.baseline !== null && html`; baseline ${shortNumber(headline.baseline)}`}.`;
  if (!cost) return judged && html`<p>Main metric: ${judged}</p>`;
  return html`<p>Main metric: <strong>errors cost ${withError(cost.value, cost.standard_error)} per row</strong>; predicting the likelier class would cost ${shortNumber(cost.usual)}. Also: ${judged}</p>`;
}

/** Figures for rows of another kind. */
function rowsElsewhere({
  column,
  scheme,
  ...own
}: NonNullable<ModelReport['model']['accuracies_elsewhere']>[number]): string[][] {
  const kind = { group: 'a new', forward: 'a later', random: 'a known' }[scheme];
  const rows = column === null ? 'rows without duplicates' : `rows with ${kind} ${column}`;
  return Object.entries(own.accuracies).map(([metric, value]) => [
    `${metricInWords(metric)}, ${rows}`,
    withError(value, own.standard_errors[metric]),
    shortNumber(own.baseline[metric]),
  ]);
}

function writeWarnings({ model, monitoring }: ModelReport): Html {
  const alarms = monitoring.alarms.map(
    ({ cause, detail, since }) =>
      html`<p class="alarm"><strong>${cause.replaceAll('_', ' ')}</strong> since ${atMinute(since)}: ${sayMetrics(detail)}</p>`,
  );
  const warnings = (model.warnings ?? []).map((warning) => html`<li>${sayMetrics(warning)}</li>`);
  return html`<h2>Warnings</h2>${alarms}${warnings.length > 0 ? html`<ul>${warnings}</ul>` : html`<p>The training gave no warnings.</p>`}`;
}

function writeData({ model, description }: ModelReport): Html {
  const features = new Map(description.features.map((feature) => [feature.column, feature]));
  const rows = description.ranges.map(({ column, type, min, max, values }) => [
    column,
    type,
    values ? values.slice(0, 6).join(', ') : `${min ?? '—'} to ${max ?? '—'}`,
    features.get(column)?.missing ?? 0,
    features.get(column)?.role ?? '',
  ]);
  return html`<h2>Data</h2><p>${model.row_count} rows of ${sourceOf(model.source)}.</p>${table(['column', 'type', 'range or most frequent', 'missing', 'role'], rows)}`;
}

function sourceOf(source: Record<string, unknown>): string {
  if (typeof source.table === 'string') return `table ${source.table}`;
  if (typeof source.sql === 'string')
    return `the query ${source.sql}${source.connection ? ` on ${source.connection}` : ''}`;
  return source.import ? 'an imported model' : 'a request';
}

function writeImportances({ description }: ModelReport): Html {
  const { columnImportances, importanceLosses } = description;
  const rows = Object.entries(columnImportances)
    .map(([name, importance]) => {
      const { share = importance, increase } = importanceLosses?.[name] ?? {};
      const noise = increase !== undefined && importance === 0 ? ', within noise' : '';
      return { name, value: share, note: `${percentOf(share)}${noise}` };
    })
    .sort((a, b) => b.value - a.value)
    .slice(0, 20);
  return html`<h2>Feature importance</h2>${bars(rows)}<p><small>Permutation importance: how much worse the model gets when a column is shuffled, as a share of the total over all columns.</small></p>`;
}

function writeCurves({ description }: ModelReport): Html {
  const calibration = description.calibration.map(({ confidence, observed, standard_error = 0 }) => ({
    x: confidence,
    y: observed,
    low: observed - standard_error,
    high: observed + standard_error,
  }));
  const dependence = description.dependence
    .filter(({ points }) => points.every(({ value }) => typeof value === 'number'))
    .slice(0, 8)
    .map(({ column, class: label, points }) =>
      curve(
        label === null ? `${description.target} by ${column}` : `${String(label)} by ${column}`,
        points.map(({ value, mean, error }) => ({ x: Number(value), y: mean, low: mean - error, high: mean + error })),
        { isShare: label !== null },
      ),
    );
  return html`<h2>Calibration</h2>${curve('share of predictions that were right, or of values inside the interval, by confidence', calibration, { diagonal: true, isShare: true })}<h2>Partial dependence</h2>${dependence}`;
}

function atMinute(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' ')} UTC`;
}

function figureOf({ headline, cost }: ModelRecord): string {
  if (cost) return `cost ${withError(cost.value, cost.standard_error)} per row`;
  return headline ? `${metricInWords(headline.metric)} ${withError(headline.value, headline.standard_error)}` : '—';
}

function writeLineage({ model, versions, challenger, description }: ModelReport): Html {
  const rows = versions.map((one) => [
    `${one.version}${one.active ? ' (active)' : ''}`,
    one.status,
    figureOf(one),
    sourceOf(one.source),
    one.row_count,
    one.training_seconds === null ? '—' : `${shortNumber(one.training_seconds)} s`,
    one.finished_at === null ? '—' : atMinute(one.finished_at),
  ]);
  const stages = description.stages.join(' → ');
  return html`<h2>Lineage</h2><p>Project ${model.project}, model ${model.id}, created ${atMinute(model.created_at)} by ${model.created_by ?? 'the service'}. Stages: ${stages}.</p>${table(['version', 'status', 'main metric', 'source', 'rows', 'training time', 'finished'], rows)}${challenger && html`<p>The last retraining: ${challenger.reason}</p>`}`;
}
