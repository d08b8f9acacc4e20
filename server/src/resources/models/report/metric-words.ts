/** Metrics as people of the field write them. */
const words: Readonly<Record<string, string>> = {
  accuracy: 'accuracy',
  auc: 'ROC AUC',
  balanced_accuracy: 'balanced accuracy',
  coverage: 'coverage of the bounds',
  f1_macro: 'macro F1',
  log_loss: 'log loss',
  mae: 'MAE',
  mase: 'MASE',
  median_ae: 'median absolute error',
  pr_auc: 'PR AUC',
  r2_score: 'R²',
  rmse: 'RMSE',
  smape: 'sMAPE',
};

const inSentences = /\b(?:auc|balanced_accuracy|log_loss|median_ae|pr_auc|r2_score)\b/g;

/** Returns a sentence, such as a warning of a training, with metrics in words. */
export function sayMetrics(sentence: string): string {
  return sentence.replace(inSentences, metricInWords);
}

export function metricInWords(metric: string): string {
  return words[metric] ?? metric.replaceAll('_', ' ');
}
