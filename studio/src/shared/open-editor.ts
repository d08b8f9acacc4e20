import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching, defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export type Language = 'sql' | 'json';

export interface EditorHandle {
  setValue: (value: string) => void;
  close: () => void;
}

interface Settings {
  value: string;
  label: string;
  language: Language;
  isDark: boolean;
  tables: Record<string, string[]>;
  onChange: (value: string) => void;
  onRun: () => void;
}

const darkColors = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], color: '#b197fc' },
  { tag: [tags.string], color: '#8ce99a' },
  { tag: [tags.number], color: '#ffa94d' },
  { tag: [tags.comment], color: '#a9afba' },
  { tag: [tags.propertyName], color: '#74c0fc' },
]);

export function openEditor(parent: HTMLElement, settings: Settings): EditorHandle {
  const view = new EditorView({
    parent,
    state: EditorState.create({ doc: settings.value, extensions: extensionsOf(settings) }),
  });
  return {
    setValue: (value) => {
      const now = view.state.doc.toString();
      if (value !== now) view.dispatch({ changes: { from: 0, to: now.length, insert: value } });
    },
    close: () => view.destroy(),
  };
}

function extensionsOf({ label, language, isDark, tables, onChange, onRun }: Settings): Extension[] {
  const start = () => {
    onRun();
    return true;
  };
  const run = Prec.highest(keymap.of([{ key: 'Mod-Enter', run: start }]));
  return [
    run,
    lineNumbers(),
    history(),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    language === 'sql' ? sql({ dialect: PostgreSQL, schema: tables }) : json(),
    syntaxHighlighting(isDark ? darkColors : defaultHighlightStyle),
    EditorView.theme({}, { dark: isDark }),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
    // Tab leaves the field, so that keyboard users are not trapped.
    keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
  ];
}
