import type { ComponentProps, ReactNode } from 'react';
import type { Content, JsonValue, SourceId } from '../../api/generated/contract';
import { BlockFacts } from './BlockFacts';
import { isObject, own } from '../../lib/json';
import { visibleString } from '../../lib/visible';
import { DragHandle } from './DragHandle';
import { draggableText, dragProps } from './dragOut';
import { Icon } from '../../kit/Icon';
import { JsonView } from '../../kit/JsonView/JsonView';
import { Note } from '../../kit/Note';
import { PictureBlock, SoundBlock } from './MediaBlock';
import { LinkedResource, OpenResource } from './LinkedResource';
import { ResourceView } from './ResourceView';
import { ContentContext, ContentMenu } from './ContentMenu';
import { handledMedia, handledText, type Handled } from './sendable';
import { TextBlock } from './TextBlock';
import { useFirst, weightOfBlock } from './useFirst';
import { t } from '../../words/translate';
import styles from './content.module.css';

interface ContentBlocksProps {
  blocks: readonly Content[];
  /** Whose they are: a resource link leads to that server's resource. */
  serverId: SourceId;
  serverLabel: string;
  /** The blocks as they came, where they are known. */
  raw?: JsonValue | undefined;
  /** The number of the first block, where others stand before it. */
  first?: number;
}

/** What a tool or prompt returned, block by block. All of it is server text. */
export function ContentBlocks(props: ContentBlocksProps): ReactNode {
  const { blocks, serverId, serverLabel, raw, first = 1 } = props;
  const { first: drawn, more } = useFirst(blocks, weightOfBlock);
  if (blocks.length === 0) return <Note>{t('content.empty')}</Note>;
  const came = Array.isArray(raw) && raw.length === blocks.length ? raw : [];
  return (
    <div className={styles.blocks}>
      {drawn.map((block, index) => (
        // Blocks have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} {...groupProps(block, first + index, blocks)}>
          <Block
            block={block}
            place={first + index}
            serverId={serverId}
            serverLabel={serverLabel}
            raw={came[index]}
          />
          <BlockFacts raw={came[index]} />
        </div>
      ))}
      {more}
    </div>
  );
}

/** What a block is named by: the title of a link, the URI of a resource. */
const ownName = (block: Content): string | null =>
  block.kind === 'resourceLink' ? block.title : block.kind === 'resource' ? block.uri : null;

/** The controls inside blocks are told apart by whose they are. An image is a figure with a name. */
function groupProps(
  block: Content,
  place: number,
  blocks: readonly Content[],
): Pick<ComponentProps<'div'>, 'role' | 'aria-label'> {
  if (block.kind === 'image') return {};
  const named = ownName(block);
  const numbered = t('content.item', { number: place });
  const isShared = named !== null && blocks.some((other) => other !== block && ownName(other) === named);
  const name = isShared ? `${numbered}: ${named}` : (named ?? numbered);
  return { role: 'group', 'aria-label': visibleString(name) };
}

interface BlockProps extends Omit<ContentBlocksProps, 'blocks' | 'first'> {
  block: Content;
  place: number;
}

function Block({ block, place, serverId, serverLabel, raw }: BlockProps): ReactNode {
  const label = t('content.item', { number: place });
  const server = visibleString(serverLabel);
  const withMenu = (of: Handled, made: (menu: ReactNode) => ReactNode): ReactNode => (
    <ContentContext of={of} serverLabel={serverLabel}>
      {made(<ContentMenu of={of} serverLabel={serverLabel} place="inline" />)}
    </ContentContext>
  );
  switch (block.kind) {
    case 'text':
      return withMenu(handledText(label, block.text), (menu) => (
        <div {...dragProps(draggableText(label, block.text))}>
          <TextBlock
            text={block.text}
            label={label}
            head={
              <>
                <DragHandle>
                  <Icon name="fileText" size={14} />
                </DragHandle>
                <span>{t('content.textFrom', { server })}</span>
              </>
            }
            action={menu}
          />
        </div>
      ));
    case 'image':
    case 'audio': {
      const Media = block.kind === 'image' ? PictureBlock : SoundBlock;
      const alt = t('content.mediaFrom', { server, number: place });
      return withMenu(handledMedia(label, block), (menu) => <Media media={block} alt={alt} action={menu} />);
    }
    case 'resourceLink':
      return <LinkedResource link={block} serverId={serverId} serverLabel={serverLabel} />;
    case 'resource':
      return (
        <ResourceView
          resource={block}
          raw={isObject(raw) ? own(raw, 'resource') : undefined}
          serverLabel={serverLabel}
          action={<OpenResource serverId={serverId} uri={block.uri} name={block.uri} />}
        />
      );
    case 'unknown':
      return (
        <div className={styles.block}>
          <Note tone="lamp">{t('content.unknownType')}</Note>
          <JsonView value={block.raw} label={label} />
        </div>
      );
  }
}
