const json = { 'content-type': 'application/json' };
const bases = '/projects/swept/knowledge_bases';
const pets = '{"name":"pets","content":"Cats are allowed."}';

/** Requests to all operations of knowledge bases, in order, with the expected status. */
export const knowledgeSweep: [
  operationId: string,
  method: string,
  path: string,
  request: { headers?: Record<string, string>; body?: string },
  status: number,
][] = [
  ['createKnowledgeBase', 'POST', bases, { headers: json, body: '{"name":"kb"}' }, 201],
  ['createKnowledgeBase', 'POST', bases, { headers: json, body: '{"name":"kb"}' }, 409],
  ['createKnowledgeBase', 'POST', bases, { headers: json, body: '{"name":"k b"}' }, 400],
  ['listKnowledgeBases', 'GET', bases, {}, 200],
  ['getKnowledgeBase', 'GET', `${bases}/kb`, {}, 200],
  ['getKnowledgeBase', 'GET', `${bases}/none`, {}, 404],
  ['updateKnowledgeBase', 'PUT', `${bases}/kb`, { headers: json, body: '{"description":"a"}' }, 200],
  ['updateKnowledgeBase', 'PUT', `${bases}/kb`, { headers: { ...json, 'if-match': '"old"' }, body: '{}' }, 412],
  ['addDocument', 'POST', `${bases}/kb/documents`, { headers: json, body: pets }, 201],
  ['addDocument', 'POST', `${bases}/kb/documents`, { headers: json, body: pets }, 409],
  ['addDocument', 'POST', `${bases}/kb/documents`, { headers: json, body: '{"name":"a"}' }, 400],
  [
    'addDocument',
    'POST',
    `${bases}/kb/documents?name=a.pdf`,
    { headers: { 'content-type': 'application/pdf' }, body: 'no' },
    400,
  ],
  ['listDocuments', 'GET', `${bases}/kb/documents`, {}, 200],
  ['getDocument', 'GET', `${bases}/kb/documents/pets`, {}, 200],
  ['getDocument', 'GET', `${bases}/kb/documents/none`, {}, 404],
  ['getDocumentText', 'GET', `${bases}/kb/documents/pets/text`, {}, 200],
  ['searchKnowledgeBase', 'POST', `${bases}/kb/search`, { headers: json, body: '{"query":"cats"}' }, 200],
  ['searchKnowledgeBase', 'POST', `${bases}/kb/search`, { headers: json, body: '{}' }, 400],
  ['embedKnowledgeBase', 'POST', `${bases}/kb/embed`, {}, 409],
  ['cancelEmbedding', 'POST', `${bases}/kb/embed/cancel`, {}, 409],
  ['deleteDocument', 'DELETE', `${bases}/kb/documents/pets`, {}, 204],
  ['deleteKnowledgeBase', 'DELETE', `${bases}/kb`, {}, 204],
];
