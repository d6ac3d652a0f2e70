import type { ToolHead } from '../../api/generated/contract';
import { wantedRun } from '../../lib/panels';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { CommandIcon } from './CommandIcon';
import type { Thing } from './thing';

/** Runs a tool on its page, with the arguments that stand there. */
export const runOf = (id: string, { serverId, name, title }: ToolHead, page: Thing): Thing => ({
  id,
  kind: 'action',
  title: t('palette.action.run', { tool: visibleString(title) }),
  detail: page.detail,
  more: '',
  icon: () => <CommandIcon name="run" />,
  run: () => {
    wantedRun.set({ serverId, tool: name });
    page.run();
  },
});
