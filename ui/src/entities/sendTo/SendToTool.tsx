import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useOwners } from '../../api/webtools';
import { Announced } from '../../kit/Announced';
import { Modal } from '../../kit/controls';
import { EmptyState } from '../../kit/EmptyState';
import { SearchField } from '../../kit/SearchField';
import { SectionList } from '../../kit/SectionList';
import type { SectionListHandle } from '../../kit/SectionList';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { argumentFill } from '../../lib/argumentFill';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import listStyles from '../../kit/list.module.css';
import { EntryIcon } from '../server/ServerIcon';
import { valueOf, type Sendable } from './fits';
import { useFittingTools, type FittingTool } from './useFittingTools';
import styles from './sendTo.module.css';

export interface SendToToolProps {
  content: Sendable;
  onClose: () => void;
}

/** Chooses a tool and one of its arguments for a content. The page of the tool opens with it; nothing is run. */
export function SendToTool({ content, onClose }: SendToToolProps): ReactNode {
  const navigate = useNavigate();
  const owners = useOwners();
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState<string | null>(null);
  const tools = useFittingTools(content, useDeferredValue(query));
  const list = useRef<SectionListHandle>(null);
  const sections = useMemo(
    () =>
      owners.flatMap(({ id, label }) => {
        const items = (tools ?? []).filter(({ head }) => head.serverId === id);
        return items.length === 0 ? [] : [{ key: id, label, header: <VisibleText text={label} />, items }];
      }),
    [owners, tools],
  );
  const send = async ({ head: { serverId, name }, fit }: FittingTool): Promise<void> => {
    try {
      const value = await valueOf(fit.as, content);
      argumentFill.set({ serverId, tool: name, argument: fit.argument, value });
      onClose();
      await navigate({ to: '/tools', search: { server: serverId, item: name } });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      size="md"
      title={t('content.send.title', { name: visibleString(content.name) })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      transitionProps={{ duration: 0 }}
    >
      <p className={cx(layout.t2, layout.fs12, styles.help)}>{t('content.send.help')}</p>
      <SearchField
        label={t('content.send.search')}
        value={query}
        onChange={setQuery}
        onEnterList={() => list.current?.focus()}
        isFirst
      />
      <Announced as="span" className={layout['sr-only']}>
        {tools !== undefined && t('content.send.count', { count: tools.length })}
      </Announced>
      <div className={styles.tools}>
        {tools === undefined ? (
          <Skeleton rows={4} />
        ) : sections.length === 0 ? (
          <EmptyState icon="tool" title={t('content.send.none')}>
            {t('content.send.noneHelp')}
          </EmptyState>
        ) : (
          <SectionList
            label={t('content.send.tools')}
            sections={sections}
            itemKey={keyOf}
            selected={selected}
            onSelect={(tool, by) => {
              setSelected(keyOf(tool));
              if (by === 'pick') void send(tool);
            }}
            handle={list}
            rowLabel={rowLabel}
            renderRow={renderTool}
          />
        )}
      </div>
    </Modal>
  );
}

const keyOf = ({ head, fit }: FittingTool): string => `${head.serverId} ${head.name} ${fit.argument}`;

const rowLabel = ({ head, fit }: FittingTool): string =>
  visibleString(`${head.title}, ${fit.title}, ${t(`content.send.as.${fit.as}`)}`);

const renderTool = ({ head, fit }: FittingTool): ReactNode => (
  <>
    <EntryIcon icon={head.icon} fallback="tool" />
    <span className={cx(layout.grow, layout.col)}>
      <span className={listStyles.tt}>
        <VisibleText text={head.title} />
      </span>
      <span className={cx(layout.cut, layout.t3, layout.fs11)}>
        <VisibleText text={fit.title} />
      </span>
    </span>
    <span className={cx(layout.t3, layout.fs11)}>{t(`content.send.as.${fit.as}`)}</span>
  </>
);
