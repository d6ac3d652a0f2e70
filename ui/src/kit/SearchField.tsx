import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useSingleKeys } from './singleKeys';
import { useSingleKey } from './useSingleKey';
import { Icon } from './Icon';
import { Kbd } from './Kbd';
import styles from './fields.module.css';

interface SearchFieldProps {
  /** "Search tools": its name and its placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Down arrow or Enter: the person goes on into the list. */
  onEnterList?: () => void;
  /** In a dialog: it has the focus first. */
  isFirst?: boolean;
}

/** The search field of a list; `/` goes to it, Escape empties it. */
export function SearchField({ label, value, onChange, onEnterList, isFirst }: SearchFieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const slash = useSingleKeys();
  useSingleKey([['/', () => input.current?.focus()]]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && value !== '') {
      event.stopPropagation();
      onChange('');
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      onEnterList?.();
    }
  };
  return (
    <div role="search" aria-label={label} className={styles['search']}>
      <TextInput
        ref={input}
        data-autofocus={isFirst || undefined}
        type="search"
        leftSection={<Icon name="search" size={14} />}
        leftSectionWidth={28}
        leftSectionPointerEvents="none"
        rightSection={
          slash && value === '' ? (
            <span aria-hidden>
              <Kbd>/</Kbd>
            </span>
          ) : null
        }
        rightSectionPointerEvents="none"
        aria-label={label}
        aria-keyshortcuts={slash ? '/' : undefined}
        placeholder={label}
        value={value}
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
