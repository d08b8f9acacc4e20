import { useNavigate, useSearch } from '@tanstack/react-router';

/** A choice that the address holds, so that a reload and a link show the same. */
export function useKept(name: string): [string | undefined, (value: string | null) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const set = (value: string | null) =>
    navigate({
      to: '.',
      search: ((old: object) => ({ ...old, [name]: value || undefined })) as never,
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    });
  return [search[name] == null ? undefined : String(search[name]), set];
}
