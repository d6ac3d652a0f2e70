import { useEffect } from 'react';
import { call } from '../api/client';
import { appLook } from '../entities/app/look';
import { useComputedColorScheme } from '../kit/controls';
import { locale } from '../words/translate';

/** Tells apps of servers how the window looks, whenever that changes. */
export function useAppLook(): void {
  const scheme = useComputedColorScheme('light');
  const language = locale();
  useEffect(() => {
    // Without a host that could be told, there are no apps either.
    call('mcpApp.setLook', appLook(scheme)).catch(() => undefined);
  }, [scheme, language]);
}
