import type { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export const KINDS = [
  'waiting',
  'running',
  'command',
  'server',
  'client',
  'action',
  'tool',
  'resource',
  'prompt',
  'setting',
  'call',
  'approval',
  'log',
] as const;

export type Kind = (typeof KINDS)[number];

export type Navigate = ReturnType<typeof useNavigate>;

/** Something the search finds. What is drawn is made for those that are shown. */
export interface Thing {
  /** The same in every search. */
  id: string;
  kind: Kind;
  title: string;
  detail: string;
  /** What else is searched. */
  more: string;
  icon: () => ReactNode;
  run: () => void;
  /** It was opened before, but nobody lists it now. */
  isUnlisted?: true;
  /** What can be done to it, offered beside it once it is found. */
  action?: { id: string; make: () => Thing };
}

/** What of it is searched; what stands first counts most. */
export const textsOf = ({ title, detail, more }: Thing): readonly string[] => [title, detail, more];
