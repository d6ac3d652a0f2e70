import type { ReactNode } from 'react';
import { typeName } from '../../entities/content/kind';
import { Tip } from '../../kit/Tip';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';
import { typeOf } from './entryType';
import type { ResourceEntry } from './rows';
import styles from './table.module.css';

/** The type of an entry in a word; one that its server did not declare looks different and says so. */
export function TypeName({ entry }: { entry: ResourceEntry }): ReactNode {
  const found = typeOf(entry);
  if (found === null) return null;
  if (found.from === 'server')
    return (
      <span>
        <VisibleText text={typeName(found.type)} />
      </span>
    );
  return (
    <Tip className={styles.derived} label={t('resources.list.notDeclared')}>
      {typeName(found.type)}
    </Tip>
  );
}
