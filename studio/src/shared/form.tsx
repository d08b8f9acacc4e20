import { Button, Group, Stack, type StackProps } from '@mantine/core';
import type { Action } from '@sibyl/sdk';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { words } from '../words/shared.ts';
import type { FormAction } from './action.ts';
import { type Faults, FaultsOfForm } from './faults.ts';
import { useMay } from './may.tsx';
import { ProblemNote } from './problem.tsx';

interface Props extends StackProps {
  action: FormAction;
  /** What it takes to change something here; who may not only reads. */
  to?: Action;
  /** What its last button says. */
  submit: ReactNode;
  isDisabled?: boolean;
  icon?: ReactNode;
  onCancel?: () => void;
  /** Beside the button. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Fields and their buttons. What the service refuses is told at its field, and the first such field gets the focus. */
export function Form({ action, to, submit, isDisabled, icon, onCancel, aside, children, ...looks }: Props) {
  const { error, faults } = action;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  const mayAll = useMay();
  const may = to === undefined || mayAll(to);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A dialog is no part of the form around its button, but its events are.
    event.stopPropagation();
    action.mutate();
  };
  return (
    <FaultsOfForm value={faults}>
      <Stack component="form" ref={form} onSubmit={send} {...looks}>
        {may ? children : <fieldset disabled>{children}</fieldset>}
        {error && <FormProblem error={error} faults={faults} />}
        {may && (
          <Group justify={onCancel ? 'flex-end' : 'flex-start'}>
            {onCancel && (
              <Button variant="default" onClick={onCancel}>
                {words.cancel}
              </Button>
            )}
            <Button type="submit" loading={action.isPending} disabled={isDisabled ?? false} leftSection={icon}>
              {submit}
            </Button>
            {aside}
          </Group>
        )}
      </Stack>
    </FaultsOfForm>
  );
}

/** The problem, unless fields tell all of it; it is drawn after them. */
export function FormProblem({ error, faults }: { error: unknown; faults: Faults }) {
  return faults.areTold ? null : <ProblemNote error={error} />;
}
