import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isField } from '../lib/fields';
import { movePane } from '../lib/panes';
import { isMac } from '../lib/platform';

const BACK_BUTTON = 3;
const FORWARD_BUTTON = 4;

/** Alt with an arrow, or on a Mac Cmd with a bracket. */
const asksFor = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, arrow: string, bracket: string): boolean =>
  (altKey && !ctrlKey && !metaKey && key === arrow) ||
  (isMac && metaKey && !altKey && !ctrlKey && key === bracket);

/** F6 goes from pane to pane; `travelKeys` and the side buttons of a mouse go back and forward. */
export function useNavigationKeys(): void {
  const { history } = useRouter();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'F6') movePane(event.shiftKey ? -1 : 1);
      else if (event.defaultPrevented || isField(event.target)) return;
      else if (asksFor(event, 'ArrowLeft', '[')) history.back();
      else if (asksFor(event, 'ArrowRight', ']')) history.forward();
      else return;
      event.preventDefault();
    };
    const onButton = (event: MouseEvent): void => {
      if (event.button === BACK_BUTTON) history.back();
      else if (event.button === FORWARD_BUTTON) history.forward();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('mouseup', onButton);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('mouseup', onButton);
    };
  }, [history]);
}
