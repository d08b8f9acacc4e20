import type { Transaction } from '../../platform/db/transact.ts';
import type { KnowledgeServices } from './context.ts';
import type { BaseRow, DocumentRow } from './store.ts';

/** Writes the event `sibyl.document.…` in the transaction of the change. */
export function emitDocumentEvent(
  { events }: Pick<KnowledgeServices, 'events'>,
  transaction: Transaction,
  event: 'added' | 'deleted',
  { project_id }: Pick<BaseRow, 'project_id'>,
  { id, name, base_id, chunk_count }: Pick<DocumentRow, 'id' | 'name' | 'base_id' | 'chunk_count'>,
): void {
  events.write(transaction, {
    type: `sibyl.document.${event}`,
    project: project_id,
    subject: `documents/${id}`,
    data: { id, name, knowledge_base_id: base_id, chunk_count },
  });
}
