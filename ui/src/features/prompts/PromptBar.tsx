import type { ReactNode } from 'react';
import { SaveButton, savedIds } from '../../entities/content/SaveButton';
import { ShowInActivity } from '../../entities/result/ShowInActivity';
import { saveText } from '../../entities/content/saveContents';
import { ENDINGS, FORMATS, promptText, type Format } from '../../entities/prompt/promptText';
import { MenuEntries } from '../../kit/ContextMenu';
import { Button, Menu } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { copyAndSay } from '../../lib/copyAndSay';
import { t } from '../../words/translate';
import type { Got } from './got';

interface PromptBarProps {
  got: Got;
  children: ReactNode;
}

/** What can be done with what a prompt gave: copy and save it, go back to an earlier one. */
export function PromptBar({ got, children }: PromptBarProps): ReactNode {
  const ids = savedIds(got.outcome.messages.map(({ content }) => content));
  return (
    <>
      {ids.length > 1 && <SaveButton ids={ids} />}
      {children}
      <ShowInActivity id={got.outcome.historyId} />
      <InFormats
        icon="copy"
        label={t('common.copy')}
        name={(format) => t(`prompts.as.copy.${format}`)}
        onPick={(format) => void copyAndSay(promptText(got.outcome, format))}
      />
      <InFormats
        icon="download"
        label={t('common.save')}
        name={(format) => t(`prompts.as.save.${format}`)}
        onPick={(format) => void saveText(`prompt.${ENDINGS[format]}`, promptText(got.outcome, format))}
      />
    </>
  );
}

interface InFormatsProps {
  icon: IconName;
  label: string;
  name: (format: Format) => string;
  onPick: (format: Format) => void;
}

function InFormats({ icon, label, name, onPick }: InFormatsProps): ReactNode {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="subtle" leftSection={<Icon name={icon} size={14} />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuEntries
          entries={FORMATS.map((format) => ({
            kind: 'action' as const,
            label: name(format),
            onPick: () => onPick(format),
          }))}
        />
      </Menu.Dropdown>
    </Menu>
  );
}
