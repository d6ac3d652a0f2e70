import type { ReactNode } from 'react';
import type { AppId, AppSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { Button } from '../../kit/controls';
import { Note } from '../../kit/Note';
import { formatList } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { saveContents } from '../content/saveContents';
import layout from '../../styles/layout.module.css';

interface OfferedFilesProps {
  appId: AppId;
  files: AppSnapshot['files'];
}

/** Files an app offers for saving; its request is answered once they are saved or dismissed. */
export function OfferedFiles({ appId, files }: OfferedFilesProps): ReactNode {
  const answer = useOperation('mcpApp.answerFiles', { onError: notifyError });
  if (files.length === 0) return null;
  const save = async () => {
    // Who closes the dialog may still save or dismiss.
    if (await saveContents(files.map(({ contentId }) => contentId))) answer.mutate({ appId, saved: true });
  };
  return (
    <Note
      icon="info"
      role="status"
      actions={
        <>
          <Button size="xs" onClick={() => void save()}>
            {t('content.save.as')}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => answer.mutate({ appId, saved: false })}>
            {t('apps.dismissFiles')}
          </Button>
        </>
      }
    >
      <span className={layout.wrap}>
        {t('apps.files', { names: formatList(files.map(({ name }) => visibleString(name))) })}
      </span>
    </Note>
  );
}
