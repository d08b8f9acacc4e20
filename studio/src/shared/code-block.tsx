import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { words } from '../words/shared.ts';
import { Scroll } from './scroll.tsx';

/** Text to copy. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="code-block">
      <Scroll label={label}>
        <pre>{code}</pre>
      </Scroll>
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? words.copied : words.copy}>
            <ActionIcon variant="default" onClick={copy} aria-label={copied ? words.copied : words.copy}>
              {copied ? <Check size={16} /> : <Copy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
