import { type Role, roles } from '../../caller.ts';

interface Permission {
  /** Allowed roles; `anybody` needs no key. */
  roles: readonly Role[] | 'anybody';
  /** Reaches beyond single projects, so a key limited to some is refused. */
  everyProject?: true;
}

const anybody: Permission = { roles: 'anybody' };
const everyRole: Permission = { roles };
const viewers: Permission = { roles: ['admin', 'editor', 'viewer'] };
const editors: Permission = { roles: ['admin', 'editor'] };
const admins: Permission = { roles: ['admin'] };

/**
 * Permissions by action. Every route names one of these actions in its `config`; otherwise the service does not start.
 */
export const permissions = {
  'service.health': anybody,
  'service.documentation': anybody,
  'service.metrics': { ...viewers, everyProject: true },
  'session.begin': anybody,
  'session.read': everyRole,
  'session.end': anybody,
  'projects.create': { ...editors, everyProject: true },
  'projects.list': everyRole,
  'projects.read': everyRole,
  'projects.update': editors,
  'projects.delete': admins,
  'projects.restore': admins,
  'uses.read': viewers,
  'trash.list': viewers,
  'trash.restore': editors,
  'trash.delete': editors,
  'tables.create': editors,
  'tables.append': editors,
  'tables.preview': editors,
  'tables.list': viewers,
  'tables.read': viewers,
  'tables.read_rows': viewers,
  'tables.delete': editors,
  'queries.run': viewers,
  'models.create': editors,
  'models.import': editors,
  'models.list': everyRole,
  'models.read': everyRole,
  'models.list_versions': viewers,
  'models.watch': viewers,
  'models.export': editors,
  'models.update': editors,
  'models.delete': editors,
  'models.retrain': editors,
  'models.cancel': editors,
  'models.predict': everyRole,
  'models.describe': everyRole,
  'models.read_background': viewers,
  'models.read_monitor': viewers,
  'models.read_sample': editors,
  'models.send_truths': everyRole,
  'jobs.list': viewers,
  'predictions.create': editors,
  'predictions.list': viewers,
  'predictions.read': viewers,
  'predictions.delete': editors,
  'knowledge_bases.create': editors,
  'knowledge_bases.list': viewers,
  'knowledge_bases.read': viewers,
  'knowledge_bases.update': editors,
  'knowledge_bases.delete': editors,
  'knowledge_bases.embed': editors,
  'knowledge_bases.search': viewers,
  'documents.create': editors,
  'documents.list': viewers,
  'documents.read': viewers,
  'documents.delete': editors,
  'agents.create': editors,
  'agents.list': everyRole,
  'agents.read': everyRole,
  'agents.list_versions': viewers,
  'agents.update': editors,
  'agents.delete': editors,
  'agents.find': everyRole,
  'agents.read_spending': viewers,
  'agents.test': editors,
  'agents.complete': everyRole,
  'agents.rate': everyRole,
  'evaluations.create': editors,
  'evaluations.list': viewers,
  'evaluations.read': viewers,
  'evaluations.delete': editors,
  'conversations.list': viewers,
  'conversations.read': viewers,
  'conversations.delete': editors,
  'audit.read': { ...admins, everyProject: true },
  'events.read': viewers,
  'events.read_all': { ...admins, everyProject: true },
  'webhooks.create': editors,
  'webhooks.list': viewers,
  'webhooks.read': viewers,
  'webhooks.update': editors,
  'webhooks.rotate': editors,
  'webhooks.replay': editors,
  'webhooks.delete': editors,
  'skills.create': editors,
  'skills.list': viewers,
  'skills.read': viewers,
  'skills.update': editors,
  'skills.delete': editors,
  'skills.test': editors,
  'connections.create': admins,
  'connections.list': viewers,
  'connections.read': viewers,
  'connections.update': admins,
  'connections.delete': admins,
  'connections.test': editors,
  'mcp.use': everyRole,
  'sql.use': everyRole,
  'chatbots.create': editors,
  'chatbots.list': viewers,
  'chatbots.read': viewers,
  'chatbots.read_messages': viewers,
  'chatbots.update': editors,
  'chatbots.delete': editors,
  'chatbots.start': editors,
  'chatbots.stop': editors,
  'chatbots.test': editors,
  'chatbots.install': editors,
  'channels.webhook': anybody,
  'channels.install': anybody,
  'channels.visit': anybody,
  'keys.create': { ...admins, everyProject: true },
  'keys.list': { ...admins, everyProject: true },
  'keys.read': { ...admins, everyProject: true },
  'keys.update': { ...admins, everyProject: true },
  'keys.rotate': { ...admins, everyProject: true },
  'keys.revoke': { ...admins, everyProject: true },
} as const satisfies Record<string, Permission>;

export type Action = keyof typeof permissions;

export const actions = Object.keys(permissions) as Action[];

export function permissionFor(action: Action): Permission {
  return permissions[action];
}

export function isPublic(action: Action): boolean {
  return permissionFor(action).roles === 'anybody';
}
