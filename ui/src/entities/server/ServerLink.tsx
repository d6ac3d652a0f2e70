import type { ReactNode } from 'react';
import type { SourceId } from '../../api/generated/contract';
import { TextLink } from '../../kit/controls';
import layout from '../../styles/layout.module.css';

/** The person's name of a server or webtool; leads to its page. */
export function ServerLink({ id, label }: { id: SourceId; label: string }): ReactNode {
  return (
    <TextLink to="/servers" search={{ server: id }} className={layout.b}>
      {label}
    </TextLink>
  );
}
