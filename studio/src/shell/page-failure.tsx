import { useRouter } from '@tanstack/react-router';
import { ProblemNote } from '../shared/problem.tsx';
import { untilBack } from '../shared/reachable.ts';

/** Shown for a page that cannot load, for example because its file belongs to an older build. */
export function PageFailure({ error }: { error: Error }) {
  const router = useRouter();
  const isGone = /dynamically imported module|Importing a module/.test(error.message);
  const retry = () => (isGone ? untilBack().then(() => location.reload()) : router.invalidate());
  return <ProblemNote error={error} onRetry={retry} />;
}
