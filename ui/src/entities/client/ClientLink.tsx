import type { ReactNode } from 'react';
import { useClientNamed } from '../../api/clients';
import { TextLink } from '../../kit/controls';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { ServerName } from '../server/ServerName';
import { ClientIcon } from './ClientMark';
import styles from './client.module.css';

/** The person's name of a client with its icon; leads to its page, as long as there is one. */
export function ClientLink({ name }: { name: string }): ReactNode {
  const client = useClientNamed(name);
  const label = visibleString(name);
  return (
    <span className={styles.link}>
      <ClientIcon size={14} />
      {client === undefined ? (
        <ServerName label={label} />
      ) : (
        <TextLink to="/clients" search={{ item: client.id }} className={layout.b}>
          <bdi>{label}</bdi>
        </TextLink>
      )}
    </span>
  );
}
