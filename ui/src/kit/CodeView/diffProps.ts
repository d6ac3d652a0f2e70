import type { LanguageName } from './languages';

/** One of two texts that are compared. */
export interface DiffSide {
  /** Accessible name. */
  label: string;
  text: string;
}

export interface DiffViewProps {
  /** The text at the left: the older one. */
  old: DiffSide;
  now: DiffSide;
  /** `plain` = no colours. */
  language?: LanguageName | 'plain';
  /** Whether long stretches of equal lines are collapsed. */
  collapsed: boolean;
  /** Told once the texts are compared: in how many places they differ. */
  onCompared?: (places: number) => void;
}
