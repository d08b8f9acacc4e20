import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { adviceFor } from './advice.ts';
import { Faults } from './faults.ts';
import { forget } from './query-client.ts';
import { tell } from './tell.ts';

interface Settings<Answer> {
  /** Message after success. */
  done?: string | ((answer: Answer) => string) | undefined;
  /** Whether it came to nothing, which is no good news. */
  isVain?: (answer: Answer) => boolean;
  /** Operations whose results must be read again. */
  changes?: readonly string[];
  onDone?: (answer: Answer) => void;
  /** Whether something else shows the failure. */
  isShownElsewhere?: boolean;
}

/** An action of the user: shows success or failure, and reloads what it changed. */
export function useAction<Input = void, Answer = unknown>(
  work: (input: Input) => Promise<Answer>,
  { done, isVain, changes = [], onDone, isShownElsewhere = false }: Settings<Answer> = {},
) {
  return useMutation<Answer, Error, Input>({
    mutationFn: work,
    onSuccess: async (answer) => {
      // What is said holds: the page shows the new state when it says so.
      await forget(...changes);
      if (done)
        tell({ message: typeof done === 'string' ? done : done(answer), color: isVain?.(answer) ? 'yellow' : 'teal' });
      onDone?.(answer);
    },
    onError: (error) => {
      if (isShownElsewhere) return;
      const { title, detail, advice } = adviceFor(error);
      tell({ title, message: [detail, advice].filter(Boolean).join(' '), color: 'red', autoClose: 12_000 });
    },
  });
}

export type FormAction = ReturnType<typeof useFormAction>;

/** What a form does: its failure is shown in the form. */
export function useFormAction<Answer>(work: () => Promise<Answer>, settings: Settings<Answer> = {}) {
  const { mutate, reset, isPending, error } = useAction(work, { ...settings, isShownElsewhere: true });
  const faults = useMemo(() => new Faults(error), [error]);
  return { mutate: () => mutate(), reset, isPending, error, faults };
}
