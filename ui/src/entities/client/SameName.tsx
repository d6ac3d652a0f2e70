import type { ReactNode } from 'react';
import { useSameName } from '../../api/clients';
import type { ClientSnapshot } from '../../api/generated/contract';
import { TextLink } from '../../kit/controls';
import { Note } from '../../kit/Note';
import { cx } from '../../lib/cx';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import styles from './client.module.css';
import { clientState, programText } from './words';

/** Names the other programs that connect under the name of a client: one of them may only pretend to be it. */
export function SameName({ client }: { client: ClientSnapshot }): ReactNode {
  const others = useSameName(client);
  if (others.length === 0) return null;
  return (
    <Note tone={client.status === 'waiting' ? 'bad' : 'lamp'}>
      {t('clients.note.sameName', { name: visibleString(client.connectsAs) })}
      <ul className={styles.others}>
        {others.map((other) => (
          <li key={other.id}>
            <TextLink to="/clients" search={{ item: other.id }} className={cx(layout.mono, layout.wrap)}>
              {programText(other)}
            </TextLink>{' '}
            ({clientState(other)})
          </li>
        ))}
      </ul>
      {client.status === 'waiting' && t('clients.note.sameNameHelp')}
    </Note>
  );
}
