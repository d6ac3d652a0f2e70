import type { ReactNode, Ref } from 'react';
import type { ContextMenuContent } from '../../kit/ContextMenu';
import type { ChosenBy } from '../../kit/rowChoice';
import type { ListSection, SectionListHandle } from '../../kit/SectionList';
import type { Marks } from '../../kit/SectionScroller';
import { TileGrid } from '../../kit/TileGrid';
import { dragRows } from './dragRows';
import { ResourceTile } from './ResourceTile';
import { rowKey, rowLabel } from './rows';
import type { Row } from './rows';
import { t } from '../../words/translate';

interface ResourceGalleryProps {
  sections: readonly ListSection<Row>[];
  selected: string | null;
  onSelect: (row: Row, by: ChosenBy) => void;
  rowMenu: (row: Row) => ContextMenuContent;
  marks: Marks<Row>;
  handle: Ref<SectionListHandle>;
}

const renderTile = (row: Row): ReactNode => <ResourceTile row={row} thumbnail="server" />;

/** Resources and templates as tiles with thumbnails. */
export function ResourceGallery({ rowMenu, ...props }: ResourceGalleryProps): ReactNode {
  return (
    <TileGrid
      {...props}
      label={t('common.resources')}
      itemKey={rowKey}
      tileLabel={rowLabel}
      renderTile={renderTile}
      tileMenu={rowMenu}
      dragOut={dragRows}
    />
  );
}
