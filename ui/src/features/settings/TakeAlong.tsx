import { Button } from '../../kit/controls';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { SetupBlanked, SetupLeftOut, SetupSaved } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { OpenFile } from '../../entities/content/OpenFile';
import { SavedNote } from '../../entities/content/SavedNote';
import { VisibleText } from '../../kit/VisibleText';
import { formatList } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { SetupDialog } from './SetupDialog';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './settings.module.css';

/** The core reads no longer one. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

const LEFT_OUT = {
  oldVersions: 'settings.setup.withoutOldVersions',
  reviews: 'settings.setup.withoutReviews',
} as const satisfies Record<SetupLeftOut, string>;

/** Everything that is set up as one file: to keep, or to take to another computer. */
export function TakeAlong(): ReactNode {
  const [saved, setSaved] = useState<SetupSaved | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const save = useOperation('setup.save', { onSuccess: setSaved });
  const outcome = useRef<HTMLDivElement>(null);
  // Where the file went is seen at once, also where the section ends below the window.
  useEffect(() => {
    if (saved !== null || save.isError) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [saved, save.isError]);
  return (
    <section aria-labelledby="set-setup">
      <h2 id="set-setup">{t('settings.setup.title')}</h2>
      <p className={cx(layout.fs12, layout.t2)}>{t('settings.setup.help')}</p>
      <div className={styles.setting}>
        <Button
          size="xs"
          loading={save.isPending}
          leftSection={<Icon name="export" size={14} />}
          onClick={() => save.mutate({})}
        >
          {t('common.export')}
        </Button>
        <OpenFile maxBytes={MAX_FILE_BYTES} onText={setOpened} leftSection={<Icon name="import" size={14} />}>
          {t('settings.setup.import')}
        </OpenFile>
      </div>
      <div ref={outcome}>
        {saved !== null && <SavedNote saved={saved} onClose={() => setSaved(null)} />}
        {saved !== null && saved.leftOut !== null && (
          <Note tone="lamp" role="status">
            {t(LEFT_OUT[saved.leftOut])}
          </Note>
        )}
        {saved !== null && saved.blanked.length > 0 && <Blanked blanked={saved.blanked} />}
        {save.isError && <ErrorNotice error={save.error} />}
      </div>
      {opened !== null && <SetupDialog text={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

/** Plain-text credentials of configurations, which the file does not contain. */
function Blanked({ blanked }: { blanked: SetupBlanked[] }): ReactNode {
  return (
    <Note tone="lamp" role="status">
      {t('settings.setup.blanked')}
      <ul>
        {blanked.map(({ server, names }) => (
          <li key={server}>
            {t.rich('settings.setup.blankedEntry', {
              server: () => <VisibleText text={server} />,
              names: () => <span className={layout.mono}>{formatList(names.map(visibleString))}</span>,
            })}
          </li>
        ))}
      </ul>
    </Note>
  );
}
