import { useRouterState } from '@tanstack/react-router';
import { useAnswer } from '../../api/queries';
import type { ReactNode } from 'react';
import { TextLink } from '../../kit/controls';
import { VisibleText } from '../../kit/VisibleText';
import type { Origin } from '../../lib/routerState';
import { formatTime } from '../../lib/format';
import { t } from '../../words/translate';

/** The call, prompt or template in whose result the resource was opened. */
export function CameFromLine(): ReactNode {
  const origin = useRouterState({ select: ({ location }) => location.state.origin });
  if (origin === undefined) return null;
  return (
    <>
      <dt>{t('resources.content.cameFrom')}</dt>
      <dd>
        <OriginLink origin={origin} />
      </dd>
    </>
  );
}

function OriginLink({ origin }: { origin: Origin }): ReactNode {
  switch (origin.kind) {
    case 'call':
      return (
        <TextLink to="/activity" search={{ item: origin.id }}>
          {origin.of === 'tool' ? <ToolTitle {...origin} /> : <VisibleText text={origin.name} />},{' '}
          {timeOf(origin)}
        </TextLink>
      );
    case 'prompt':
      return (
        <TextLink to="/prompts" search={{ server: origin.serverId, item: origin.name }}>
          <VisibleText text={origin.title} />, {timeOf(origin)}
        </TextLink>
      );
    case 'template':
      return (
        <TextLink
          to="/resources"
          search={{ server: origin.serverId, item: origin.uriTemplate, kind: 'template' }}
        >
          <VisibleText text={origin.title} />, {timeOf(origin)}
        </TextLink>
      );
  }
}

function ToolTitle({ serverId, name }: Origin & { kind: 'call' }): ReactNode {
  const tools = useAnswer('tool.list', { serverId }).data?.find(
    (section) => section.serverId === serverId,
  )?.items;
  return <VisibleText text={tools?.find((tool) => tool.name === name)?.title ?? name} />;
}

const timeOf = ({ at }: Origin): string => formatTime(at);
