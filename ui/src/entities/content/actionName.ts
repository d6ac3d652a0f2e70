import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';

/** The accessible name of a button that several contents have: what it says, and of which content. */
export const actionName = (action: string, name: string): string =>
  t('content.actionOf', { action, name: visibleString(name) });
