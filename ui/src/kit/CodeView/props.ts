import type { LanguageName } from './languages';

export interface CodeViewProps {
  text: string;
  /** Accessible name. */
  label: string;
  /** Without it the text can only be read. */
  onChange?: (text: string) => void;
  /** `plain` = no colours. */
  language?: LanguageName | 'plain';
  /** A place to mark, counted from 1. */
  problem?: { line: number; column: number } | undefined;
}
