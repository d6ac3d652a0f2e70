import { MantineProvider, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { cssVariablesResolver, theme } from '../app/theme';
import {
  ActionIcon,
  Button,
  Checkbox,
  LinkButton,
  Menu,
  NumberField,
  PasswordField,
  Segments,
  Select,
  Switch,
  TextInput,
  Textarea,
  Toggles,
  Tooltip,
} from '../kit/controls';
import { Chip } from '../kit/Chip';
import { CopyButton } from '../kit/CopyButton';
import { EmptyState } from '../kit/EmptyState';
import { Icon, Spinner } from '../kit/Icon';
import { Kbd } from '../kit/Kbd';
import { Note } from '../kit/Note';
import { SearchField } from '../kit/SearchField';
import { Sheet } from '../kit/Sheet';
import { Skeleton } from '../kit/Skeleton';
import { TagsField } from '../kit/TagsField';
import { Usage } from '../kit/Usage';
import styles from './kitPage.module.css';

/** Every control of the kit with its states, on a page of its own: `dev.html#kit`. */
export function KitPage(): ReactNode {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <div className={styles['page']}>
        <Head />
        <Buttons />
        <Fields />
        <Choices />
        <Marks />
        <Panels />
      </div>
    </MantineProvider>
  );
}

function Head(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <header className={styles['line']}>
      <h1>Kit</h1>
      <Segments
        label="Theme"
        value={colorScheme}
        onChange={setColorScheme}
        data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: value }))}
      />
    </header>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <section className={styles['group']} aria-label={name}>
      <h2>{name}</h2>
      <div className={styles['line']}>{children}</div>
    </section>
  );
}

const VARIANTS = [
  { name: 'Default', props: {} },
  { name: 'Filled', props: { variant: 'filled' } },
  { name: 'Subtle', props: { variant: 'subtle' } },
  { name: 'Danger', props: { color: 'danger' } },
] as const;

function Buttons(): ReactNode {
  return (
    <>
      {VARIANTS.map(({ name, props }) => (
        <Group key={name} name={`Button: ${name}`}>
          <Button {...props}>{name}</Button>
          <Button {...props} size="xs">
            Small
          </Button>
          <Button {...props} size="md">
            Large
          </Button>
          <Button {...props} leftSection={<Icon name="plus" />}>
            Icon
          </Button>
          <Button {...props} rightSection={<Kbd>Ctrl K</Kbd>}>
            Key
          </Button>
          <Button {...props} title="A tooltip">
            Tooltip
          </Button>
          <Button {...props} aria-pressed>
            Pressed
          </Button>
          <Button {...props} disabled>
            Disabled
          </Button>
          <Button {...props} loading>
            Loading
          </Button>
        </Group>
      ))}
      <Group name="Icon button, link, copy, menu">
        <ActionIcon aria-label="Edit" title="Edit">
          <Icon name="edit" />
        </ActionIcon>
        <ActionIcon aria-label="Edit" disabled>
          <Icon name="edit" />
        </ActionIcon>
        <ActionIcon aria-label="Edit" loading>
          <Icon name="edit" />
        </ActionIcon>
        <LinkButton>Link button</LinkButton>
        <LinkButton disabled>Disabled link</LinkButton>
        <CopyButton label="Copy" text={() => 'text'} />
        <Menu>
          <Menu.Target>
            <Button>Menu</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>First</Menu.Item>
            <Menu.Item disabled>Disabled</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </>
  );
}

const FIELD_STATES = [
  { name: 'default', props: {} },
  { name: 'help', props: { description: 'One sentence of help.' } },
  { name: 'error', props: { error: 'Enter a value.' } },
  { name: 'disabled', props: { disabled: true } },
] as const;

function Fields(): ReactNode {
  const [query, setQuery] = useState('');
  const [tags, setTags] = useState<string[]>(['one', 'two']);
  return (
    <>
      {FIELD_STATES.map(({ name, props }) => (
        <Group key={name} name={`Fields: ${name}`}>
          <TextInput label="Text" placeholder="Empty" {...props} />
          <NumberField label="Number" defaultValue={1200} {...props} />
          <PasswordField label="Password" defaultValue="secret" {...props} />
          <Select label="Select" data={['One', 'Two']} placeholder="Select" {...props} />
          <Textarea label="Text of lines" rows={2} {...props} />
        </Group>
      ))}
      <Group name="Search, tags">
        <SearchField label="Search" value={query} onChange={setQuery} />
        <TagsField
          label="Tags"
          tags={tags}
          onChange={(kept, added) => setTags([...tags.filter((_, place) => kept.includes(place)), ...added])}
        />
        <TagsField label="Tags with an error" tags={['one']} onChange={() => undefined} invalid />
      </Group>
    </>
  );
}

function Choices(): ReactNode {
  const [one, setOne] = useState<string | null>(null);
  const [many, setMany] = useState<string[]>(['b']);
  const data = ['a', 'b', 'c'].map((value) => ({ value, label: `Choice ${value}`, title: `About ${value}` }));
  return (
    <Group name="Choices">
      <Segments label="One" data={data} value={one} onChange={setOne} />
      <Segments label="One, small" size="xs" data={data} value="b" onChange={setOne} />
      <Segments label="One, with an error" data={data} value={null} onChange={setOne} invalid />
      <Toggles label="Many" data={data} value={many} onChange={setMany} />
      <Switch label="Switch" defaultChecked />
      <Switch label="Off" description="With help" />
      <Switch label="Disabled" disabled />
      <Checkbox label="Check box" defaultChecked />
      <Checkbox label="Off" />
      <Checkbox label="Disabled" disabled />
    </Group>
  );
}

const TONES = ['plain', 'ok', 'lamp', 'bad', 'acc'] as const;

function Marks(): ReactNode {
  return (
    <Group name="Marks">
      {TONES.map((tone) => (
        <Chip key={tone} tone={tone} icon="info" title={`About ${tone}`}>
          {tone}
        </Chip>
      ))}
      <Kbd>Ctrl K</Kbd>
      <Spinner />
      <Spinner size={16} />
      <Tooltip label="A tooltip">
        <button type="button">Hover or focus me</button>
      </Tooltip>
    </Group>
  );
}

function Panels(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Group name="Notes">
        {TONES.map((tone) => (
          <Note key={tone} tone={tone} actions={<Button size="xs">Act</Button>}>
            A note in the tone {tone}.
          </Note>
        ))}
      </Group>
      <Group name="Usage, loading, empty">
        <Usage label="Requests" value={3} most={10} words="3 of 10" />
        <Usage label="Requests" value={10} most={10} words="10 of 10" />
        <Skeleton rows={3} />
        <EmptyState icon="search" title="Nothing here" actions={<Button>Add</Button>}>
          One sentence about why.
        </EmptyState>
      </Group>
      <Group name="Sheet">
        <Button onClick={() => setOpen(true)}>Open sheet</Button>
        {open && (
          <Sheet title="A sheet" onClose={() => setOpen(false)} footer={<Button>Save</Button>}>
            Content
          </Sheet>
        )}
      </Group>
    </>
  );
}
