import { useMutation } from '@tanstack/react-query';
import { adviceFor } from './advice.ts';
import { forget } from './query-client.ts';
import { tell } from './tell.ts';

interface Settings<Answer> {
  /** Message after success. */
  done?: string | ((answer: Answer) => string) | undefined;
  /** Operations whose results must be read again. */
  changes?: readonly string[];
  onDone?: (answer: Answer) => void;
}

/** An action of the user: shows success or failure, and reloads what it changed. */
export function useAction<Input = void, Answer = unknown>(
  work: (input: Input) => Promise<Answer>,
  { done, changes = [], onDone }: Settings<Answer> = {},
) {
  return useMutation<Answer, Error, Input>({
    mutationFn: work,
    onSuccess: async (answer) => {
      // What is said holds: the page shows the new state when it says so.
      await forget(...changes);
      if (done) tell({ message: typeof done === 'string' ? done : done(answer), color: 'teal' });
      onDone?.(answer);
    },
    onError: (error) => {
      const { title, detail, advice } = adviceFor(error);
      tell({ title, message: [detail, advice].filter(Boolean).join(' '), color: 'red', autoClose: 12_000 });
    },
  });
}
