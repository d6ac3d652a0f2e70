import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { EmptyState } from '../../kit/EmptyState';
import type { ListSection } from '../../kit/SectionList';
import { cx } from '../../lib/cx';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';
import startStyles from '../../entities/catalog/start.module.css';
import { ResourceTile } from './ResourceTile';
import { entryAddress, rowKey } from './rows';
import type { Row } from './rows';

/** So many of a server are shown. */
const SHOWN = 12;

interface ResourceStartProps {
  sections: readonly ListSection<Row>[];
  servers: readonly ServerSnapshot[];
}

/** Where nothing is chosen: the first resources of each server. None is read: those the gallery has shown have thumbnails. */
export function ResourceStart({ sections, servers }: ResourceStartProps): ReactNode {
  const shown = sections.flatMap(({ key, label, items }) => {
    const rows = Array.from({ length: Math.min(items.length, SHOWN) }, (_, at) => items.at(at)).filter(
      (row) => row?.kind === 'entry',
    );
    return rows.length === 0 ? [] : [{ key, label, rows }];
  });
  if (shown.length === 0) return <EmptyState icon="resource" title={t('resources.select')} />;
  return (
    <div
      className={cx(startStyles.start, layout.scrolls)}
      role="region"
      aria-label={t('resources.select')}
      tabIndex={0}
    >
      {shown.map(({ key, label, rows }) => (
        <section key={key} aria-label={visibleString(label)}>
          <h2 className={layout.label}>{servers.find(({ id }) => id === key)?.label ?? label}</h2>
          <ul className={startStyles.tiles}>
            {rows.map((row) => (
              <li key={rowKey(row)}>
                <Link
                  to="/resources"
                  search={(before) => ({
                    ...before,
                    server: row.serverId,
                    item: entryAddress(row.entry),
                    ...(row.entry.kind === 'template' ? { kind: 'template' as const } : {}),
                  })}
                  className={startStyles.tile}
                >
                  <ResourceTile row={row} thumbnail="known" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
