import { Tooltip, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { part } from './part.ts';

const loadGlossary = part(() => import('./glossary.ts'));

/** A word that is explained by the glossary under the pointer or the focus; `of` is its name there, if it is another. */
export function Term({ of, children }: { of?: string; children: string }) {
  const [meaning, setMeaning] = useState<string>();
  const [isLooked, setLooked] = useState(false);
  const look = () => {
    setLooked(true);
    void loadGlossary().then(({ meanings }) => setMeaning(meanings.get(of ?? children)));
  };
  const leave = () => setLooked(false);
  return (
    <Tooltip label={meaning} opened={isLooked && meaning !== undefined} multiline w={300}>
      <UnstyledButton
        className="term"
        onMouseEnter={look}
        onMouseLeave={leave}
        onFocus={look}
        onBlur={leave}
        onKeyDown={({ key }) => key === 'Escape' && leave()}
      >
        {children}
      </UnstyledButton>
    </Tooltip>
  );
}
