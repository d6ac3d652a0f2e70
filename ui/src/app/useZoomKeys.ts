import { useEffect } from 'react';
import { useOperation, useSettings } from '../api/queries';
import { announce } from '../lib/announce';
import { formatPercent } from '../lib/format';
import { zoomKey, zoomed } from '../lib/zoom';
import { t } from '../words/translate';

/** Ctrl or Cmd with `+`, `-` and `0` change the zoom, which is a setting; the host applies it. */
export function useZoomKeys(): void {
  const settings = useSettings().data;
  const { mutate } = useOperation('setting.set');
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const key = event.ctrlKey || event.metaKey ? zoomKey(event) : null;
      if (key === null || event.altKey || settings === undefined) return;
      event.preventDefault();
      const zoom = zoomed(settings.zoom, key);
      if (zoom !== settings.zoom) mutate({ ...settings, zoom });
      announce(t('app.zoom', { zoom: formatPercent(zoom) }));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [settings, mutate]);
}
