import { Skeleton, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { EditorHandle, Language } from './open-editor.ts';
import { part } from './part.ts';

const loadEditor = part(() => import('./open-editor.ts'));

interface Props {
  value: string;
  onChange: (value: string) => void;
  label: string;
  language: Language;
  onRun?: () => void;
  /** Columns by table, for completion. */
  tables?: Record<string, string[]>;
}

/** A field for SQL or JSON; CodeMirror loads with the first one. */
export function Editor({ value, onChange, label, language, onRun, tables }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const handle = useRef<EditorHandle>(undefined);
  const latest = useRef({ onChange, onRun, value });
  latest.current = { onChange, onRun, value };
  const [isOpen, setOpen] = useState(false);
  const isDark = useComputedColorScheme('light') === 'dark';
  const known = JSON.stringify(tables ?? {});
  useEffect(() => {
    let isOver = false;
    loadEditor().then(({ openEditor }) => {
      if (isOver || !place.current) return;
      handle.current = openEditor(place.current, {
        value: latest.current.value,
        label,
        language,
        isDark,
        tables: JSON.parse(known),
        onChange: (next) => latest.current.onChange(next),
        onRun: () => latest.current.onRun?.(),
      });
      setOpen(true);
    });
    return () => {
      isOver = true;
      handle.current?.close();
      handle.current = undefined;
    };
  }, [label, language, isDark, known]);
  useEffect(() => handle.current?.setValue(value), [value]);
  return (
    <div className="editor">
      {!isOpen && <Skeleton height={140} />}
      <div ref={place} />
    </div>
  );
}
