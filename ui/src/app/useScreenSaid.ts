import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { announce } from '../lib/announce';
import { enterScreen } from '../lib/panes';
import { t } from '../words/translate';
import { SCREENS } from '../entities/layout/screens';

/** Says which screen is open after a change, and moves the focus there if what had it is gone. */
export function useScreenSaid(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    const was = before.current;
    before.current = path;
    const screen = SCREENS.find(({ to }) => to === path);
    if (screen === undefined || was === undefined || was === '/' || was === path) return;
    announce(t(screen.label));
    if (document.activeElement === document.body) enterScreen();
  }, [path]);
}
