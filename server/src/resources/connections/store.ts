import type { Selectable } from 'kysely';
import type { ConnectionTable } from '../../platform/db/schema/connections.ts';
import { ProjectRecords } from '../../platform/records/project-records.ts';

export type ConnectionRow = Selectable<ConnectionTable>;

export const connections = new ProjectRecords({ table: 'connections', noun: 'connection' });
