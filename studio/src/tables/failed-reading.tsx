import { Button, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { words } from '../words/tables.ts';
import { ReadingChoice } from './reading-choice.tsx';
import { choicesForFile } from './reading-choices.ts';
import type { Choices } from './upload.ts';

/** The choices for a file that was not understood, and another try. */
export function FailedReading({ file, onAgain }: { file: File; onAgain: (choices: Choices) => void }) {
  const [choices, setChoices] = useState<Choices>({});
  const given = Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== ''));
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" my="sm">
        {choicesForFile(file).map((choice) => (
          <ReadingChoice
            key={choice.key}
            choice={choice}
            value={choices[choice.key] ?? ''}
            onChange={(value) => setChoices((old) => ({ ...old, [choice.key]: value ?? '' }))}
          />
        ))}
      </SimpleGrid>
      <Button onClick={() => onAgain(given)}>{words.again}</Button>
    </>
  );
}
