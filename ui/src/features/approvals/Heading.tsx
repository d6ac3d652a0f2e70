import type { ReactNode } from 'react';
import type { Approval } from '../../api/generated/contract';
import { ServerName } from '../../entities/server/ServerName';
import { calledTool, clientOf, requestName } from '../../lib/approvals';
import { t } from '../../words/translate';

interface HeadingProps {
  approval: Approval;
  /** The look of the names. */
  className?: string | undefined;
}

/** What a request asks for, as a sentence with its names set apart. */
export function Heading({ approval, className }: HeadingProps): ReactNode {
  const name = (label: string) => () => (
    <span className={className}>
      <ServerName label={label} />
    </span>
  );
  return t.rich(`approvals.heading.${requestName(approval)}`, {
    server: name(approval.serverLabel),
    client: name(clientOf(approval)),
    tool: name(calledTool(approval)),
  });
}
