import { Button, LinkButton } from '../../kit/controls';
import { useState, type ReactNode } from 'react';
import type { ServerSnapshot, ToolDetail } from '../../api/generated/contract';
import { useTrust } from '../../api/policies';
import { useWebtools } from '../../api/webtools';
import { Chip } from '../../kit/Chip';
import { DetailHeader } from '../../kit/DetailHeader';
import { Icon } from '../../kit/Icon';
import { Quote } from '../../entities/message/Quote';
import { ServerMarkdown } from '../../entities/message/ServerMarkdown';
import { EntryIcon, ServerIcon } from '../../entities/server/ServerIcon';
import { BookmarkButton } from '../../entities/catalog/Bookmark';
import { ServerLink } from '../../entities/server/ServerLink';
import { StoppedNote } from '../../entities/catalog/Stopped';
import { VisibleText } from '../../kit/VisibleText';
import { originText } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { ClaimLine } from '../../entities/catalog/Claims';
import { toolEntry } from './drafts';
import { PolicyPick } from './PolicyPick';
import { ToolHistory } from './ToolHistory';
import { t } from '../../words/translate';
import { messageText } from '../../words/message';
import { Hint } from '../../kit/Hint';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import policyStyles from '../../entities/policy/policy.module.css';
import styles from './tools.module.css';

interface ToolHeadProps {
  tool: ToolDetail;
  server: ServerSnapshot | undefined;
  /** Why it cannot be run now; `null` = it can. */
  blocked: string | null;
  view: 'run' | 'definition';
  onView: (view: 'run' | 'definition') => void;
  /** What has to be said about it now. */
  children: ReactNode;
}

/** Name, origin, description and claims of a tool. */
export function ToolHead({ tool, server, blocked, view, onView, children }: ToolHeadProps): ReactNode {
  const { head } = tool;
  const trust = useTrust(head.serverId);
  const { data: webtools = [] } = useWebtools();
  const webtool = webtools.find(({ id }) => id === head.serverId);
  return (
    <div className={styles['tool-head']}>
      <DetailHeader
        icon={
          head.icon === null && server?.icon ? (
            <ServerIcon icon={server.icon} size={32} />
          ) : (
            <EntryIcon icon={head.icon} fallback="tool" size={32} />
          )
        }
        title={head.title}
        name={head.name}
        actions={
          <>
            <ToolHistory tool={tool} blocked={blocked} onOpen={() => onView('run')} />
            <Button
              size="xs"
              variant="subtle"
              leftSection={<Icon name="code" size={14} />}
              aria-pressed={view === 'definition'}
              onClick={() => onView(view === 'definition' ? 'run' : 'definition')}
            >
              {t('tools.schema.show')}
            </Button>
            <BookmarkButton entry={{ ...toolEntry(head), title: head.title }} />
          </>
        }
      >
        <ServerLink id={head.serverId} label={server?.label ?? webtool?.label ?? head.serverId} />
        {head.visibility === 'app' && <Chip title={t('apps.appOnlyHelp')}>{t('apps.appOnly')}</Chip>}
        {webtool !== undefined && (
          <span className={cx(layout.t3, layout.cut)}>
            {t.rich('tools.page.version', {
              base: webtool.base,
              version: () => <VisibleText text={webtool.version} />,
            })}
          </span>
        )}
        {server !== undefined && (
          <span className={cx(layout.t3, layout.cut)}>{originText(server.origin)}</span>
        )}
      </DetailHeader>
      <div className={styles['tool-words']}>
        <Quote>
          {tool.description !== null && <Description text={tool.description} />}
          <div className={styles['tool-claims']}>
            <ClaimLine annotations={head.annotations} trust={trust} />
            {head.repaired.length > 0 && (
              <Hint
                className={policyStyles.claim}
                label={visibleString(head.repaired.map(messageText).join('\n'))}
              >
                <Icon name="info" size={12} />
                {t('tools.page.repaired')}
              </Hint>
            )}
          </div>
        </Quote>
        <div className={styles['tool-policy']}>
          <PolicyPick tool={tool} />
        </div>
      </div>
      <StoppedNote
        serverId={head.serverId}
        kind="tool"
        name={head.name}
        button={view === 'run' ? 'elsewhere' : 'here'}
      />
      {children}
    </div>
  );
}

/** Beyond this a description is cut; the rest is one click away. */
const SHOWN_CHARACTERS = 2_048;

function Description({ text }: { text: string }): ReactNode {
  const [open, setOpen] = useState(false);
  const more = text.length - SHOWN_CHARACTERS;
  const isTall = text.length > 240 || text.split('\n').length > 3;
  return (
    <>
      <div
        className={styles['tool-description']}
        data-open={open || undefined}
        data-tall={isTall || undefined}
      >
        <ServerMarkdown text={open || more <= 0 ? text : text.slice(0, SHOWN_CHARACTERS)} />
      </div>
      {isTall && (
        <LinkButton className={layout.fs11} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open
            ? t('common.showLess')
            : more > 0
              ? t('tools.page.moreCharacters', { count: more })
              : t('common.showAll')}
        </LinkButton>
      )}
    </>
  );
}
