import { useMutation } from '@tanstack/react-query';
import { adviceFor } from './advice.ts';
import { forget } from './query-client.ts';
import { tell } from './tell.ts';

interface Settings<Answer> {
  /** Said when it is done. */
  done?: string | ((answer: Answer) => string) | undefined;
  /** Operations whose answers are old then. */
  changes?: readonly string[];
  onDone?: (answer: Answer) => void;
}

/** Something that a person does: tells how it went, and has read again what it changed. */
export function useAction<Input = void, Answer = unknown>(
  work: (input: Input) => Promise<Answer>,
  { done, changes = [], onDone }: Settings<Answer> = {},
) {
  return useMutation<Answer, Error, Input>({
    mutationFn: work,
    onSuccess: async (answer) => {
      if (done) tell({ message: typeof done === 'string' ? done : done(answer), color: 'teal' });
      await forget(...changes);
      onDone?.(answer);
    },
    onError: (error) => {
      const { title, detail, advice } = adviceFor(error);
      tell({ title, message: [detail, advice].filter(Boolean).join(' '), color: 'red', autoClose: 12_000 });
    },
  });
}
