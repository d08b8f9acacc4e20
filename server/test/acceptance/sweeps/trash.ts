const json = { 'content-type': 'application/json' };
const trash = '/projects/swept/trash';

/** Requests to all operations of the trash, with the expected status; the table `one` and the project `a` lie there. */
export const trashSweep: [
  operationId: string,
  method: string,
  path: string,
  request: { headers?: Record<string, string>; body?: string },
  status: number,
][] = [
  ['listTrash', 'GET', trash, {}, 200],
  ['listTrash', 'GET', `${trash}?limit=0`, {}, 400],
  ['listTrash', 'GET', '/projects/none/trash', {}, 404],
  ['restoreFromTrash', 'POST', `${trash}/one/restore`, { headers: json, body: '{"name":"homes"}' }, 409],
  ['restoreFromTrash', 'POST', `${trash}/one/restore`, { headers: json, body: '{"name":1}' }, 400],
  ['restoreFromTrash', 'POST', `${trash}/none/restore`, {}, 404],
  ['restoreFromTrash', 'POST', `${trash}/one/restore`, {}, 200],
  ['deleteTable', 'DELETE', '/projects/swept/tables/one', {}, 204],
  ['deleteFromTrash', 'DELETE', `${trash}/one`, {}, 204],
  ['deleteFromTrash', 'DELETE', `${trash}/one`, {}, 404],
  ['listDeletedProjects', 'GET', '/api/trash', {}, 200],
  ['listDeletedProjects', 'GET', '/api/trash?cursor=x', {}, 400],
  ['restoreProject', 'POST', '/api/trash/none/restore', {}, 404],
  ['restoreProject', 'POST', '/api/trash/a/restore', { headers: json, body: '{}' }, 200],
  ['deleteProject', 'DELETE', '/projects/a', {}, 204],
  ['deleteProjectForGood', 'DELETE', '/api/trash/a', {}, 204],
  ['deleteProjectForGood', 'DELETE', '/api/trash/a', {}, 404],
  ['getTableUses', 'GET', '/projects/swept/tables/homes/uses', {}, 200],
  ['getTableUses', 'GET', '/projects/swept/tables/none/uses', {}, 404],
  ['getModelUses', 'GET', '/projects/swept/models/none/uses', {}, 404],
  ['getSkillUses', 'GET', '/projects/swept/skills/none/uses', {}, 404],
  ['getAgentUses', 'GET', '/projects/swept/agents/none/uses', {}, 404],
  ['getKnowledgeBaseUses', 'GET', '/projects/swept/knowledge_bases/none/uses', {}, 404],
];
