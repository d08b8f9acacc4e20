import { useParams } from '@tanstack/react-router';

const key = 'sibyl-project';

/** The project of the address; elsewhere the one that was last looked at. */
export function useProject(): string {
  const { project } = useParams({ strict: false });
  if (project !== undefined) localStorage.setItem(key, project);
  return project ?? localStorage.getItem(key) ?? 'default';
}
