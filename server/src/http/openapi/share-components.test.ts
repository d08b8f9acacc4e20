import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { problems, timestamp } from '../reply/schemas.ts';
import { shareComponents } from './share-components.ts';

function documentOf(...answers: object[]): object {
  const routes = answers.map((responses, index) => [`/route${index}`, { get: { responses } }]);
  return { paths: Object.fromEntries(routes), components: {} };
}

test('error answers are named by their status and by the codes that other routes do not have', () => {
  const answers = { ...problems('table_not_found'), 200: { schema: timestamp } };
  const { paths, components } = shareComponents(documentOf(answers, problems())) as {
    paths: Record<string, { get: { responses: Record<string, object> } }>;
    components: { responses: Record<string, { description: string }>; schemas: Record<string, object> };
  };
  expect(paths['/route0'].get.responses['404']).toEqual({ $ref: '#/components/responses/404.table_not_found' });
  expect(paths['/route0'].get.responses['401']).toEqual(paths['/route1'].get.responses['401']);
  expect(components.responses['404.table_not_found'].description).toBe('`table_not_found`: There is no such table.');
  expect(components.schemas.Timestamp).toMatchObject({ format: 'date-time' });
  expect(components.schemas.Timestamp).not.toHaveProperty('x-shared-as');
});

test('two shapes that claim one name stop the start: one of them would be lost', () => {
  const shape = (description: string) => ({ 200: Type.Object({}, { title: 'Shape', description }) });
  expect(() => shareComponents(documentOf(shape('one'), shape('other')))).toThrow('two shapes are shared as Shape');
});
