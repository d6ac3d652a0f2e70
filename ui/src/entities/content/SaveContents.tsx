import type { ReactNode } from 'react';
import type { Content, ContentId } from '../../api/generated/contract';
import { Button } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import { t } from '../../words/translate';
import { saveContents } from './saveContents';

/** The contents among blocks whose bytes can be saved. */
export const savedIds = (blocks: readonly Content[]): ContentId[] =>
  blocks.flatMap((block) => ('contentId' in block ? (block.contentId ?? []) : []));

/** Saves contents: one as a file, several into a folder. */
export function SaveContents({ ids }: { ids: readonly ContentId[] }): ReactNode {
  return (
    <Button size="xs" leftSection={<Icon name="download" size={14} />} onClick={() => void saveContents(ids)}>
      {t(ids.length === 1 ? 'content.save.as' : 'content.save.all')}
    </Button>
  );
}
