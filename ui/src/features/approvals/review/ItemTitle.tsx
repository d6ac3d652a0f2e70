import type { ReactNode } from 'react';
import type { PinItem } from '../../../api/generated/contract';
import { VisibleText } from '../../../kit/VisibleText';
import { itemTitle } from './words';

/** Shows what an item is called, with hidden characters of its name marked. */
export function ItemTitle({ item }: { item: PinItem }): ReactNode {
  return item.kind === 'instructions' ? itemTitle(item) : <VisibleText text={item.name} />;
}
