import { ActionIcon, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Eye, EyeOff } from 'lucide-react';
import { connections as words } from '../words/operate.ts';

interface Props {
  label: string;
  description: string | undefined;
  required: boolean;
  placeholder: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** A secret of several lines, such as a key file. A password field of the browser would drop the line ends. */
export function LongSecret({ value, onChange, ...shared }: Props) {
  const [shown, { toggle }] = useDisclosure(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Textarea
      {...shared}
      rows={3}
      autoComplete="off"
      spellCheck={false}
      classNames={shown ? {} : { input: 'masked' }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.show(shared.label)}
          aria-pressed={shown}
          onClick={toggle}
        >
          <Icon size={16} />
        </ActionIcon>
      }
    />
  );
}
