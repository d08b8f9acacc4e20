import { words as models } from './models.ts';
import { words as tables } from './tables.ts';

const blanks = 'Missing values (NA)';

/** The API's names of what a form asks, as the pages call it. */
const labels: Readonly<Record<string, string>> = {
  aggregate: models.aggregate,
  blanks,
  date_order: tables.choices.date_order,
  group_by: models.groupBy,
  horizon: models.horizon,
  ignore: models.ignore,
  order_by: models.orderBy,
  target: models.column,
  time_budget_seconds: models.budget,
};

/** Says where something is, such as `/options/group_by/0`, as the page calls it. */
export function placeInWords(pointer: string): string {
  const parts = pointer.split('/').filter((part) => part !== '' && part !== 'options' && part !== 'params');
  const known = parts.filter((part) => Object.hasOwn(labels, part));
  return (known.length > 0 ? known.map((part) => labels[part]) : parts).join(', ').replaceAll('_', ' ');
}

/** What warnings say of the API's options, in the words that the pages have for them. */
const spoken: readonly (readonly [RegExp, string])[] = [
  [/ \(give options\.time_budget_seconds more[^)]*\)/g, `. More time can be given under “${models.more}”`],
  [/ \(options\.time_budget_seconds\)/g, `. It can be given under “${models.more}”`],
  [/ \(options\.validate\)/g, ''],
  [/; set options\.validate to `[^`]*` for the other ones/g, ''],
  [/\(`unknown_columns`: `ignore` lets others pass\)/g, `(or choose “${models.leaveOut}”)`],
  [/`?\b(?:options\.)?time_budget_seconds\b`?/g, `“${models.budget}”`],
  [/\bin `?blanks`?/g, `under “${blanks}”`],
  [/\btrain from\.sql\b/g, 'train on the query'],
  [/set options\.aggregate to sum, mean, last or count, which takes/g, `choose under “${models.aggregate}” what takes`],
  [/options\.aggregate/g, `“${models.aggregate}”`],
  [/`?\b(?:options\.)?order_by\b`?/g, `the “${models.orderBy}”`],
  [/`?\b(?:options\.)?group_by\b`?/g, `“${models.groupBy}”`],
  [/`?\b(?:options\.)?horizon\b`?/g, 'the horizon'],
  [/\bset quote=none\b/g, `choose none under “${tables.choices.quote}”`],
  [/; set `date_order`( if that is wrong)?/g, `; choose another date format under “${tables.readAs}” if that is wrong`],
  [/`?\boptions\.(?:\w+\.)*([a-z]+)_([a-z]+)\b`?/g, '“$1 $2”'],
  [/`?\boptions\.(?:\w+\.)*([a-z]+)\b`?/g, '“$1”'],
  [/`?\bcolumn_importances\b`?/g, 'the feature importance'],
  [/\bpr_auc\b/g, 'PR AUC'],
  [/\bauc\b/g, 'ROC AUC'],
  [/\bbalanced_accuracy\b/g, 'balanced accuracy'],
  [/\br2_score\b/g, 'R²'],
  [/\blog_loss\b/g, 'log loss'],
  [/\bmae\b/g, 'MAE'],
  [/\brmse\b/g, 'RMSE'],
  [/\bf1_macro\b/g, 'macro F1'],
  [/\btypical_bias\b/g, 'typical bias'],
];

/** Says a warning or a refusal of the service without the names of the API. */
export function inWords(text: string): string {
  const said = spoken.reduce((so, [name, words]) => so.replace(name, words), text).replaceAll('`', '');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** Says an action of the audit, such as `models.create`: "create models". */
export function actionInWords(action: string): string {
  const [noun, verb = ''] = action.split('.');
  return `${verb} ${noun}`.replaceAll('_', ' ').trim();
}
