import { Tooltip, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { part } from './part.ts';

const loadGlossary = part(() => import('./glossary.ts'));

/** A word that is explained by the glossary under the pointer or the focus; `of` is its name there, if it is another. */
export function Term({ of, children }: { of?: string; children: string }) {
  const [meaning, setMeaning] = useState<string>();
  const look = () => void loadGlossary().then(({ meanings }) => setMeaning(meanings.get(of ?? children)));
  return (
    <Tooltip
      label={meaning}
      disabled={meaning === undefined}
      multiline
      w={300}
      events={{ hover: true, focus: true, touch: true }}
    >
      <UnstyledButton className="term" onMouseEnter={look} onFocus={look} onTouchStart={look}>
        {children}
      </UnstyledButton>
    </Tooltip>
  );
}
