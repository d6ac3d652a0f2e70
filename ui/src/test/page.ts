import type { UserEvent } from '@testing-library/user-event';
import type { World } from '../host/fake/world';
import type { Key } from '../words/translate';

/** A route, and something to see there. */
export interface Page {
  startAt: string;
  /** Whether its texts are checked. */
  checked: boolean;
  /** A text that is there once the page is drawn. */
  shows?: Key;
  change?: (world: World) => void;
  /** Opens what lies over the page. */
  open?: (user: UserEvent) => Promise<void> | void;
}
