import { useParams } from '@tanstack/react-router';

const key = 'sibyl-project';

/** Returns the project of the address; elsewhere the last one used. */
export function useProject(): string {
  const { project } = useParams({ strict: false });
  if (project !== undefined) localStorage.setItem(key, project);
  return project ?? localStorage.getItem(key) ?? 'default';
}
