import { SibylError } from '@sibyl/sdk';
import { createContext, Fragment, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { words } from '../words/shared.ts';
import { useFormAction } from './action.ts';

/** What the form of a record tells whatever shows the record. */
interface OpenedForm {
  noteChange: (isChanged: boolean) => void;
  /** What the form holds is saved. */
  close: () => void;
}

const OpenedForm = createContext<OpenedForm>({ noteChange: () => {}, close: () => {} });

interface Props<Item> {
  record: Item;
  /** The part of it that the form changes. */
  part: (record: Item) => unknown;
  children: (record: Item) => ReactNode;
}

/** A form of a record. When somebody else saves the record, a form is drawn anew, unless something is typed in it. */
export function Opened<Item>({ record, part, children }: Props<Item>) {
  const [{ item, turn }, open] = useState({ item: record, turn: 0 });
  const latest = useRef(record);
  const isChanged = useRef(false);
  const form = useRef<OpenedForm>({
    noteChange: (next) => {
      isChanged.current = next;
    },
    close: () => open(({ turn }) => ({ item: latest.current, turn: turn + 1 })),
  });
  useEffect(() => {
    latest.current = record;
    if (!isChanged.current && !isSame(part, item, record)) form.current.close();
  });
  return (
    <OpenedForm value={form.current}>
      <Fragment key={turn}>{children(item)}</Fragment>
    </OpenedForm>
  );
}

/** Tells the record around a form whether something is typed in it. */
export function useNoteChange(isChanged: boolean): void {
  const { noteChange } = useContext(OpenedForm);
  useEffect(() => {
    noteChange(isChanged);
    return () => noteChange(false);
  }, [isChanged, noteChange]);
}

interface Saving<Item> extends Pick<Props<Item>, 'part'> {
  read: () => Promise<Item>;
  write: () => Promise<unknown>;
  done: string;
  changes: readonly string[];
}

/** Saves what a form made of a record; refused when somebody else changed the same part since the form was opened. */
export function useSave<Item>(record: Item, { part, read, write, ...settings }: Saving<Item>) {
  const { close } = useContext(OpenedForm);
  const save = async () => {
    if (isSame(part, record, await read())) return write();
    throw new SibylError({ code: 'stale_record', detail: words.changedMeanwhile });
  };
  return useFormAction(save, { ...settings, onDone: close });
}

function isSame<Item>(part: (record: Item) => unknown, one: Item, other: Item): boolean {
  return JSON.stringify(part(one)) === JSON.stringify(part(other));
}
