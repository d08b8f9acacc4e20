import { useRouter } from '@tanstack/react-router';
import { ProblemNote } from '../shared/problem.tsx';

/** Shown for a page that cannot load, for example because its file belongs to an older build. */
export function PageFailure({ error }: { error: Error }) {
  const router = useRouter();
  const isGone = /dynamically imported module|Importing a module/.test(error.message);
  return <ProblemNote error={error} onRetry={() => (isGone ? location.reload() : router.invalidate())} />;
}
