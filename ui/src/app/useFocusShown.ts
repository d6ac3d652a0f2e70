import { useEffect } from 'react';
import { isField } from '../lib/fields';

/** Keys by which the focus goes out of a field. All others type in it. */
const LEAVE_FIELDS = new Set(['Tab', 'F6', 'Escape']);

/** Notes by what the focus was moved last: its ring is only drawn for the keyboard (`base.css`). */
export function useFocusShown(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const onKey = ({ key, target }: KeyboardEvent): void => {
      if (!isField(target) || LEAVE_FIELDS.has(key)) dataset['movedBy'] = 'keys';
    };
    const onPointer = (): void => {
      dataset['movedBy'] = 'pointer';
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('pointerdown', onPointer, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('pointerdown', onPointer, true);
      delete dataset['movedBy'];
    };
  }, []);
}
