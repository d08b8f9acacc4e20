/**
 * The order of test files. Vitest begins with those that took longest before; of files that it has never run whole, such
 * as those of long tests in a clean clone, it knows nothing, and one that waits for a minute then ended the run alone.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const long = [
  'server/src/resources/chatbots/running/faults.test.ts',
  'server/test/acceptance/nodes.test.ts',
  'server/test/clients/python.test.ts',
  'server/test/clients/scorer.test.ts',
  'studio/test/pages.test.ts',
];
const isLong = ({ moduleId }: TestSpecification) => long.some((path) => moduleId.endsWith(`/${path}`));

export class LongFilesFirst extends BaseSequencer {
  /** Projects stay together: a worker belongs to one. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ofProjects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...ofProjects.values()].flatMap((some) => [...some.filter(isLong), ...some.filter((one) => !isLong(one))]);
  }
}
