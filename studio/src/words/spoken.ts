/** What warnings say of the API's options, in the words that the pages have for them. */
const spoken: readonly (readonly [RegExp, string])[] = [
  [/ \(give options\.time_budget_seconds more[^)]*\)/g, '. More time can be given under “More choices”'],
  [/ \(options\.time_budget_seconds\)/g, '. It can be given under “More choices”'],
  [/ \(options\.validate\)/g, ''],
  [
    /set options\.aggregate to sum, mean, last or count, which takes/g,
    'choose under “Several rows of one time” what takes',
  ],
  [/options\.aggregate/g, '“Several rows of one time”'],
  [/`?\b(?:options\.)?order_by\b`?/g, 'the “Column of time”'],
  [/`?\b(?:options\.)?group_by\b`?/g, '“Columns that tell series apart”'],
  [/`?\b(?:options\.)?horizon\b`?/g, 'the steps ahead'],
  [
    /; set `date_order`( if that is wrong)?/g,
    '; choose another order of day and month under “How it was read” if that is wrong',
  ],
  [/`?\boptions\.([a-z_]+)\b`?/g, '“$1”'],
  [/\bpr_auc\b/g, 'the area under precision and recall'],
  [/\bauc\b/g, 'AUC'],
  [/\bbalanced_accuracy\b/g, 'balanced accuracy'],
  [/\br2_score\b/g, 'R²'],
  [/\blog_loss\b/g, 'log loss'],
];

/** Says a warning of the service without the names of the API. */
export function inWords(text: string): string {
  const said = spoken.reduce((so, [name, words]) => so.replace(name, words), text).replaceAll('`', '');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** Says an action of the audit, such as `models.create`: "create models". */
export function actionInWords(action: string): string {
  const [noun, verb = ''] = action.split('.');
  return `${verb} ${noun}`.replaceAll('_', ' ').trim();
}
