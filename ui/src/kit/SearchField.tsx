import { useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from './Icon';
import { Kbd } from './Kbd';
import './field.css';

interface SearchFieldProps {
  /** "Search tools": its name and its placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Down arrow or Enter: the person goes on into the list. */
  onEnterList?: () => void;
}

/** The search field of a list; `/` goes to it, Escape empties it. */
export function SearchField({ label, value, onChange, onEnterList }: SearchFieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => input.current?.focus()]]);
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
    <div className="search" role="search">
      <Icon name="search" size={14} />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={value}
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {value === '' && <Kbd>/</Kbd>}
    </div>
  );
}
