import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../test/databases.ts';
import { newId } from '../../ids.ts';
import { encodeJson } from '../../platform/db/json.ts';
import type { Listing } from '../../platform/db/listing.ts';
import { insertRecord, updateRecord } from '../../platform/db/records.ts';
import type { Database } from '../../platform/db/schema.ts';
import { isUniqueViolation } from '../../platform/db/violations.ts';
import { connections } from '../connections/store.ts';
import { selectAgentId, selectSkills, selectUsers, skills } from './store.ts';

const now = '2026-01-31T12:00:00.000Z';
const dates = { created_at: now, updated_at: now, created_by: null };
const listing: Listing = {
  column: 'name',
  descending: false,
  limit: undefined,
  after: undefined,
  name: undefined,
  search: undefined,
};

async function makeProject(database: Database): Promise<string> {
  const id = newId('prj');
  await insertRecord(database, 'projects', { id, name: id.toLowerCase(), description: '', metadata: null, ...dates });
  return id;
}

async function makeSkill(database: Database, project: string, name: string, type = 'sql'): Promise<string> {
  const id = newId('skl');
  const row = {
    id,
    project_id: project,
    name,
    type,
    description: '',
    params: encodeJson({}),
    ...dates,
  } as const;
  await insertRecord(database, 'skills', row);
  return id;
}

async function makeAgent(database: Database, project: string, name: string, skills: string[]): Promise<string> {
  const id = newId('agt');
  const row = { id, project_id: project, name, version: 1, sealed_api_key: null, ...dates };
  await database.insertInto('agents').values(row).execute();
  const links = skills.map((skill_id, position) => ({ agent_id: id, skill_id, position }));
  await database.insertInto('agent_skills').values(links).execute();
  return id;
}

describeOnEachDatabase('skills in the database', (suite) => {
  test('are unique by name in their project, exactly', async () => {
    const [one, other] = [await makeProject(suite.database), await makeProject(suite.database)];
    await makeSkill(suite.database, one, 'Sales');
    await makeSkill(suite.database, one, 'sales');
    await makeSkill(suite.database, other, 'Sales');
    const twin = await makeSkill(suite.database, one, 'Sales').catch((error) => error);
    expect(isUniqueViolation(twin)).toBe(true);
    const { items } = await selectSkills(suite.database, one, listing, undefined);
    expect(items.map(({ name }) => name)).toEqual(['Sales', 'sales']);
  });

  test('are of any type: a new one needs no migration', async () => {
    const project = await makeProject(suite.database);
    await makeSkill(suite.database, project, 'feeds', 'rss');
    const { items } = await selectSkills(suite.database, project, listing, undefined);
    expect(items).toMatchObject([{ name: 'feeds', type: 'rss' }]);
  });

  test('are listed by the agent that uses them, with all who do', async () => {
    const project = await makeProject(suite.database);
    const skills = [await makeSkill(suite.database, project, 'a'), await makeSkill(suite.database, project, 'b')];
    await makeAgent(suite.database, project, 'first', skills);
    const second = await makeAgent(suite.database, project, 'second', [skills[1]]);
    expect(await selectAgentId(suite.database, project, 'second')).toBe(second);
    const { items } = await selectSkills(suite.database, project, listing, second);
    expect(items.map(({ name }) => name)).toEqual(['b']);
    const users = await selectUsers(suite.database, project, skills[1]);
    expect(users.map(({ name }) => name)).toEqual(['first', 'second']);
  });

  test('are changed by one of two who read the same', async () => {
    const project = await makeProject(suite.database);
    const id = await makeSkill(suite.database, project, 'contested');
    const row = (await skills.find(suite.database, project, id))!;
    expect(await updateRecord(suite.database, 'skills', row, { description: 'first' })).toBe(true);
    expect(await updateRecord(suite.database, 'skills', row, { description: 'second' })).toBe(false);
  });

  test('go with their project, connections too', async () => {
    const project = await makeProject(suite.database);
    const id = await makeSkill(suite.database, project, 'gone');
    const untested = { status: 'untested', last_error: null, tested_at: null } as const;
    const connection = { name: 'shop', engine: 'postgresql', parameters: encodeJson({}), ...untested } as const;
    await insertRecord(suite.database, 'connections', {
      id: newId('con'),
      project_id: project,
      ...connection,
      ...dates,
    });
    await suite.database.deleteFrom('projects').where('id', '=', project).execute();
    expect(await skills.find(suite.database, project, id)).toBeUndefined();
    expect(await connections.find(suite.database, project, 'shop')).toBeUndefined();
  });
});
