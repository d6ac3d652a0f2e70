import { useState, type ReactNode } from 'react';
import { CompareDialog } from '../../entities/compare/CompareDialog';
import { inLines, type Compared } from '../../entities/compare/compared';
import { SaveButton, savedIds } from '../../entities/content/SaveButton';
import { saveText } from '../../entities/content/saveContents';
import { HistoryPopover } from '../../entities/result/HistoryPopover';
import { RunList } from '../../entities/result/RunList';
import { MenuEntries } from '../../kit/ContextMenu';
import { ActionIcon, Button, Menu } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { copyAndSay } from '../../lib/copyAndSay';
import { formatMoment, formatNumber } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { showGot, type Got } from './got';
import { ENDINGS, FORMATS, promptText, type Format } from './promptText';
import styles from './prompts.module.css';

interface PromptBarProps {
  got: Got;
  /** All that was got of this prompt in this session, newest first. */
  all: readonly Got[];
  title: string;
}

/** What can be done with what a prompt gave: copy, save, compare, go back to an earlier one. */
export function PromptBar({ got, all, title }: PromptBarProps): ReactNode {
  const ids = savedIds(got.outcome.messages.map(({ content }) => content));
  return (
    <>
      {ids.length > 1 && <SaveButton ids={ids} />}
      <Earlier got={got} all={all} title={title} />
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

/** What the same prompt gave before in this session. */
function Earlier({ got, all, title }: PromptBarProps): ReactNode {
  const [open, setOpen] = useState(false);
  const [other, setOther] = useState<Got | null>(null);
  const name = visibleString(title);
  return (
    <>
      <HistoryPopover
        title={t('prompts.earlier.title')}
        count={formatNumber(all.length)}
        label={t('prompts.earlier.of', { prompt: name })}
        open={open}
        onOpen={setOpen}
      >
        <RunList
          label={t('prompts.earlier.of', { prompt: name })}
          runs={all.map((each) => ({
            ...each,
            key: each.id,
            startedAt: each.at,
            durationMs: each.outcome.durationMs,
            mark: <Shown is={each.id === got.id} />,
          }))}
          onPick={(each) => {
            showGot(each);
            setOpen(false);
          }}
          action={(each) => (
            <ActionIcon
              size="xs"
              aria-label={t('prompts.earlier.compare', { time: formatMoment(each.at) })}
              title={t('prompts.earlier.compareHelp')}
              disabled={each.id === got.id}
              onClick={() => {
                setOther(each);
                setOpen(false);
              }}
            >
              <Icon name="compare" size={14} />
            </ActionIcon>
          )}
        />
      </HistoryPopover>
      {other !== null && (
        <CompareDialog name={title} sides={[compared(got), compared(other)]} onClose={() => setOther(null)} />
      )}
    </>
  );
}

/** Marks the one that is shown; keeps the others in line. */
const Shown = ({ is }: { is: boolean }): ReactNode => (
  <span className={styles['earlier-mark']}>
    {is && <Icon name="check" size={14} label={t('prompts.earlier.shown')} />}
  </span>
);

const compared = ({ at, arguments: given, outcome }: Got): Compared => ({
  at,
  texts: {
    messages: promptText(outcome, 'markdown'),
    arguments: inLines(given),
    raw: inLines(outcome.raw),
  },
});
