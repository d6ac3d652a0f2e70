import { Button } from '../../kit/controls';
import { useState, type ReactNode } from 'react';
import type { JsonValue, ToolDetail } from '../../api/generated/contract';
import { CodeView } from '../../kit/CodeView/CodeView';
import { CopyButton } from '../../kit/CopyButton';
import { Icon } from '../../kit/Icon';
import { Repaired } from '../../entities/message/Repaired';
import { Segments } from '../../kit/Segments';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './tools.module.css';

interface DefinitionProps {
  tool: ToolDetail;
  onClose: () => void;
}

/** What the server declared, exactly. */
export function Definition({ tool, onClose }: DefinitionProps): ReactNode {
  const parts: [label: string, value: JsonValue][] = [
    [t('tools.schema.input'), tool.inputSchema],
    ...(tool.outputSchema === null
      ? []
      : [[t('tools.schema.output'), tool.outputSchema] satisfies [string, JsonValue]]),
    [t('common.rawJson'), tool.raw],
  ];
  const [chosen, setChosen] = useState(0);
  const [label, value] = parts[chosen] ?? [t('common.rawJson'), tool.raw];
  const text = JSON.stringify(value, null, 2);
  return (
    <div className={styles.definition}>
      <div className={styles['definition-head']}>
        <Button size="xs" variant="subtle" leftSection={<Icon name="left" size={14} />} onClick={onClose}>
          {t('common.back')}
        </Button>
        <Segments
          label={t('tools.schema.part')}
          data={parts.map(([name], index) => ({ value: index, label: name }))}
          value={chosen}
          onChange={setChosen}
        />
        {tool.outputSchema === null && (
          <span className={cx(layout.fs11, layout.t3)}>{t('tools.schema.noOutput')}</span>
        )}
        <span className={layout.end}>
          <CopyButton label={t('tools.schema.copy')} text={() => text} />
        </span>
      </div>
      <Repaired lines={tool.head.repaired} what="definition" />
      <div className={styles['definition-code']}>
        <CodeView key={label} text={text} label={label} />
      </div>
    </div>
  );
}
