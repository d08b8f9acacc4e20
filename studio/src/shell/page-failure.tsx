import { useRouter } from '@tanstack/react-router';
import { ProblemNote } from '../shared/problem.tsx';

/** In the place of a page that cannot be shown, such as one whose file is of a build that is gone. */
export function PageFailure({ error }: { error: Error }) {
  const router = useRouter();
  const isGone = /dynamically imported module|Importing a module/.test(error.message);
  return <ProblemNote error={error} onRetry={() => (isGone ? location.reload() : router.invalidate())} />;
}
