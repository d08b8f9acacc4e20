import { generateHomeRentals } from '../../src/operations/sample/home-rentals.ts';
import type { Answer } from '../answer.ts';
import type { TestService } from '../service.ts';

/** Enough homes to learn from within a second. */
export const homes = generateHomeRentals(80, 1);

const ended = ['complete', 'failed', 'cancelled'];

/** Creates the model `name` in the project by a quick search, and waits for the end of the training. */
export async function trainModel(
  service: TestService,
  project: string,
  name: string,
  body: { target: string; from: object; options?: object } = { target: 'rental_price', from: { rows: homes } },
): Promise<Answer> {
  const options = { effort: 'quick', ...body.options };
  const created = await service.call('POST', `/projects/${project}/models`, { name, ...body, options });
  if (created.status !== 201) throw new Error(created.text);
  return untilEnded(service, project, name);
}

export function untilEnded(service: TestService, project: string, name: string): Promise<Answer> {
  return service.until(`/projects/${project}/models/${name}`, ({ body }) => ended.includes(body.status));
}
