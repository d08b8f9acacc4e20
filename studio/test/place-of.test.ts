import { expect, test } from 'vitest';
import { placeOf } from '../src/audit/place-of.ts';

test.each([
  ['/api/projects/pricing/tables/homes', 'pricing', 'tables / homes'],
  ['/v1/api/api/projects/pricing/models/rent/retrain', 'pricing', 'models / rent / retrain'],
  ['/projects/m%C3%BCnchen/agents/a', 'münchen', 'agents / a'],
  ['/api/projects/pricing', 'pricing', 'projects / pricing'],
  ['/api/projects', '', 'projects'],
  ['/api/keys/key_01', '', 'keys / key_01'],
  ['/api/keys/%', '', 'keys / %'],
])('%s is of project "%s" and record "%s"', (subject, project, record) => {
  expect(placeOf(subject)).toEqual({ project, record });
});
