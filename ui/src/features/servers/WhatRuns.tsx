import type { ReactNode } from 'react';
import type { JsonValue } from '../../api/generated/contract';
import { VisibleText } from '../../kit/VisibleText';
import { formatList } from '../../lib/format';
import { asText, isObject, own } from '../../lib/json';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import styles from './servers.module.css';

const texts = (value: JsonValue | undefined): string[] => (Array.isArray(value) ? value : []).map(asText);

/** A value's name, and whether it is kept in the keyring. */
function nameOf(value: JsonValue): string {
  if (!isObject(value)) return asText(value);
  const name = asText(own(value, 'name'));
  const kept = own(value, 'value');
  const isPlain = isObject(kept) && own(kept, 'kind') === 'plain';
  return isPlain ? `${name}=${asText(own(kept, 'value'))}` : t('servers.enable.secret', { name });
}

/** Exactly what a definition starts or reaches, as the core would: command or URL, directory, variables, headers. */
export function WhatRuns({ definition }: { definition: JsonValue }): ReactNode {
  const transport = isObject(definition) ? own(definition, 'transport') : undefined;
  if (!isObject(transport)) return null;
  const isRemote = own(transport, 'kind') === 'http';
  const values = own(transport, isRemote ? 'headers' : 'env');
  const names = (Array.isArray(values) ? values : []).map(nameOf);
  const words = [asText(own(transport, 'command')), ...texts(own(transport, 'args'))];
  const cwd = own(transport, 'cwd');
  return (
    <dl className={cx(styles.kv, marksStyles.kv)}>
      <dt>{t(isRemote ? 'common.url' : 'common.command')}</dt>
      <dd className={styles.words}>
        {isRemote ? (
          <span className={cx(layout.mono, layout.wrap)}>
            <VisibleText text={asText(own(transport, 'url'))} />
          </span>
        ) : (
          words.map((word, index) => (
            // The place of a word is its identity.
            // oxlint-disable-next-line react/no-array-index-key
            <span
              key={index}
              className={
                index === 0
                  ? cx(styles.word, styles['word-still'], styles.prog)
                  : cx(styles.word, styles['word-still'])
              }
            >
              <VisibleText text={word} />
            </span>
          ))
        )}
      </dd>
      {typeof cwd === 'string' && (
        <>
          <dt>{t('common.workingDirectory')}</dt>
          <dd className={cx(layout.mono, layout.wrap)}>
            <VisibleText text={cwd} />
          </dd>
        </>
      )}
      {names.length > 0 && (
        <>
          <dt>{t(isRemote ? 'common.headers' : 'common.environment')}</dt>
          <dd className={cx(layout.mono, layout.wrap)}>
            <VisibleText text={formatList(names)} />
          </dd>
        </>
      )}
    </dl>
  );
}
