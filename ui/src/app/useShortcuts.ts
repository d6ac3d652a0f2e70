import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { sheet, shortcutsOpen, toggleWire } from '../lib/panels';
import { palette } from '../lib/palette';
import { useSingleKey } from '../kit/useSingleKey';
import { useFocusShown } from './useFocusShown';
import { useNavigationKeys } from './useNavigationKeys';
import { useTextKeys } from './useTextKeys';
import { useZoomKeys } from './useZoomKeys';
import { useNotePlaces, useRailPlaces } from '../entities/layout/places';
import { SCREENS } from '../entities/layout/screens';

/** Keys that work everywhere. `kit/SearchField` adds `/`. */
export function useShortcuts(): void {
  const navigate = useNavigate();
  const placeOf = useRailPlaces();
  useNotePlaces();
  useFocusShown();
  const everywhere: string[] = [];
  useHotkeys(
    [
      ...SCREENS.map(({ to }, index): [string, () => void] => [
        `mod+${index + 1}`,
        () => void navigate({ to, search: placeOf(to) }),
      ]),
      ['mod+N', () => sheet.set((open) => (open.kind === 'closed' ? { kind: 'add', paste: '' } : open))],
      ['mod+,', () => void navigate({ to: '/settings' })],
      ['mod+J', () => toggleWire()],
    ],
    // In fields too: none of these keys types anything.
    everywhere,
  );
  // In editors, too, and before the search is loaded.
  useHotkeys([['mod+K', palette.open]], everywhere, true);
  useSingleKey([['shift+?', () => shortcutsOpen.set(true)]]);
  useNavigationKeys();
  useZoomKeys();
  useTextKeys();
}
