import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { movePane } from '../lib/panes';

const BACK_BUTTON = 3;
const FORWARD_BUTTON = 4;

const inText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** F6 goes from pane to pane; Alt with an arrow, and the side buttons of a mouse, go back and forward. */
export function useNavigationKeys(): void {
  const { history } = useRouter();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'F6') movePane(event.shiftKey ? -1 : 1);
      else if (!event.altKey || event.ctrlKey || event.metaKey || inText(event.target)) return;
      else if (event.key === 'ArrowLeft') history.back();
      else if (event.key === 'ArrowRight') history.forward();
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
