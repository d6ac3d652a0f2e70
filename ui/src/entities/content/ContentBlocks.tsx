import type { ReactNode } from 'react';
import type { Content, JsonValue, SourceId } from '../../api/generated/contract';
import { BlockFacts } from './BlockFacts';
import { isObject, own } from '../../lib/json';
import { visibleString } from '../../lib/visible';
import { JsonView } from '../../kit/JsonView/JsonView';
import { Note } from '../../kit/Note';
import { PictureBlock, SoundBlock } from './MediaBlock';
import { LinkedResource, OpenResource } from './LinkedResource';
import { ResourceView } from './ResourceView';
import { ContentMenu } from './ContentMenu';
import { handledMedia, handledText, type Handled } from './sendable';
import { TextBlock } from './TextBlock';
import { t } from '../../words/translate';
import styles from './content.module.css';

interface ContentBlocksProps {
  blocks: readonly Content[];
  /** Whose they are: a resource link leads to that server's resource. */
  serverId: SourceId;
  serverLabel: string;
  /** The blocks as they came, where they are known. */
  raw?: JsonValue | undefined;
}

/** What a tool or prompt returned, block by block. All of it is server text. */
export function ContentBlocks({ blocks, serverId, serverLabel, raw }: ContentBlocksProps): ReactNode {
  if (blocks.length === 0) return <Note>{t('content.empty')}</Note>;
  const came = Array.isArray(raw) && raw.length === blocks.length ? raw : [];
  return (
    <div className={styles.blocks}>
      {blocks.map((block, index) => (
        // Blocks have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <Block
            block={block}
            place={index + 1}
            serverId={serverId}
            serverLabel={serverLabel}
            raw={came[index]}
          />
          <BlockFacts raw={came[index]} />
        </div>
      ))}
    </div>
  );
}

interface BlockProps extends Omit<ContentBlocksProps, 'blocks'> {
  block: Content;
  place: number;
}

function Block({ block, place, serverId, serverLabel, raw }: BlockProps): ReactNode {
  const label = t('content.item', { number: place });
  const server = visibleString(serverLabel);
  const menu = (of: Handled) => <ContentMenu of={of} serverLabel={serverLabel} place="inline" />;
  switch (block.kind) {
    case 'text':
      return (
        <TextBlock
          text={block.text}
          label={label}
          head={<span>{t('content.textFrom', { server })}</span>}
          action={menu(handledText(label, block.text))}
        />
      );
    case 'image':
      return (
        <PictureBlock
          media={block}
          alt={t('content.mediaFrom', { server, number: place })}
          action={menu(handledMedia(label, block))}
        />
      );
    case 'audio':
      return (
        <SoundBlock
          media={block}
          alt={t('content.mediaFrom', { server, number: place })}
          action={menu(handledMedia(label, block))}
        />
      );
    case 'resourceLink':
      return <LinkedResource link={block} serverId={serverId} serverLabel={serverLabel} />;
    case 'resource':
      return (
        <ResourceView
          resource={block}
          raw={isObject(raw) ? own(raw, 'resource') : undefined}
          serverLabel={serverLabel}
          action={<OpenResource serverId={serverId} uri={block.uri} />}
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
