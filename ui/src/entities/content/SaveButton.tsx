import type { ReactNode } from 'react';
import type { Content, ContentId, ResourceContents } from '../../api/generated/contract';
import { Button } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import { t } from '../../words/translate';
import { saveContents } from './saveContents';

/** Those among contents whose bytes can be saved. */
export const savedIds = (contents: readonly (Content | ResourceContents)[]): ContentId[] =>
  contents.flatMap((content) => ('contentId' in content ? (content.contentId ?? []) : []));

/** Saves contents: one as a file, several into a folder. */
export function SaveButton({ ids }: { ids: readonly ContentId[] }): ReactNode {
  return (
    <Button size="xs" leftSection={<Icon name="download" size={14} />} onClick={() => void saveContents(ids)}>
      {t(ids.length === 1 ? 'content.save.as' : 'content.save.all')}
    </Button>
  );
}
