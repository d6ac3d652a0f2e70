import { Button } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { closest } from '../lib/search';
import { visibleString } from '../lib/visible';
import { t } from '../words/translate';
import { EmptyState } from './EmptyState';

interface NoMatchProps {
  query: string;
  /** Names of all entries, to guess what was meant. */
  names: () => readonly string[];
  /** Searches for the name that was guessed. */
  onTake: (query: string) => void;
  /** What else can be tried. */
  help: string;
}

/** In the place of a list whose search finds nothing: the name that may have been meant. */
export function NoMatch({ query, names, onTake, help }: NoMatchProps): ReactNode {
  const wanted = query.trim();
  // The names are those of the moment in which nothing was found.
  // oxlint-disable-next-line react/exhaustive-deps
  const meant = useMemo(() => closest(wanted, names()), [wanted]);
  return (
    <EmptyState icon="search" title={t('shared.catalog.noMatch', { query: wanted })} role="status">
      {meant === null
        ? help
        : t.rich('shared.catalog.didYouMean', {
            name: () => (
              <Button size="xs" variant="subtle" color="accent" onClick={() => onTake(meant)}>
                {visibleString(meant)}
              </Button>
            ),
          })}
    </EmptyState>
  );
}
