import type { Action } from './permissions.ts';

/** Actions whose name alone is no sentence. */
const said: Partial<Record<Action, string>> = {
  'service.metrics': 'read the metrics',
  'session.read': 'see who is signed in',
  'projects.restore': 'see and restore deleted projects',
  'trash.list': 'see the trash',
  'trash.restore': 'restore what was deleted',
  'trash.delete': 'empty the trash',
  'tables.append': 'append rows to tables',
  'tables.preview': 'look into files',
  'tables.read_rows': 'read rows of tables',
  'models.list_versions': 'see versions of models',
  'agents.list_versions': 'see versions of agents',
  'uses.read': 'see what needs a record',
  'models.watch': 'watch trainings',
  'models.retrain': 'train new versions of models',
  'models.cancel': 'cancel trainings',
  'models.read_monitor': 'see how models are watched',
  'models.read_sample': 'read rows that models predicted',
  'models.send_truths': 'send truths to models',
  'models.predict': 'ask models for predictions',
  'models.read_background': 'read the rows that explanations compare with',
  'predictions.create': 'predict tables',
  'knowledge_bases.embed': 'compute vectors of knowledge bases',
  'knowledge_bases.search': 'search knowledge bases',
  'agents.complete': 'ask agents',
  'agents.read_spending': 'see what agents cost',
  'agents.rate': 'rate answers of agents',
  'audit.read': 'read the audit',
  'events.read_all': 'read the events of all projects',
  'webhooks.rotate': 'give webhooks a new secret',
  'webhooks.replay': 'repeat deliveries of webhooks',
  'mcp.use': 'use MCP',
  'sql.use': 'use SQL',
  'chatbots.read_messages': 'read messages of chatbots',
  'chatbots.install': 'install chatbots in workspaces',
  'keys.rotate': 'give keys a new secret',
};

/** Says what an action does after "may": `delete tables`. */
export function sayAction(action: Action): string {
  const [noun, verb] = action.split('.');
  return said[action] ?? `${verb === 'update' ? 'change' : verb} ${noun.replaceAll('_', ' ')}`;
}
