import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button, Modal } from '../../kit/controls';
import { t } from '../../words/translate';
import styles from './settingsLook.module.css';
import layout from '../../styles/layout.module.css';
import settingsStyles from './settings.module.css';

/** The notices of what Usher takes from others. */
export function Notices(): ReactNode {
  const [text, setText] = useState<string | null>(null);
  const show = async (): Promise<void> =>
    setText((await import('../../../THIRD-PARTY-NOTICES.txt?raw')).default);
  return (
    <div className={settingsStyles.setting} id="set-notices">
      <span className={layout.b}>{t('settings.about.notices')}</span>
      <Button className={layout.end} size="xs" onClick={() => void show()}>
        {t('settings.about.showNotices')}
      </Button>
      <Modal
        opened={text !== null}
        onClose={() => setText(null)}
        title={t('settings.about.notices')}
        centered
        size="lg"
        closeButtonProps={{ 'aria-label': t('common.close') }}
        transitionProps={{ duration: 0 }}
      >
        <pre
          className={styles['notices']}
          tabIndex={0}
          aria-label={t('settings.about.notices')}
          role="region"
        >
          {text}
        </pre>
      </Modal>
    </div>
  );
}
