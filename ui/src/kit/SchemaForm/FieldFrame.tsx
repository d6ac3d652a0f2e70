import type { ReactNode } from 'react';
import { Icon } from '../Icon';
import { Tooltip } from '../Tooltip';
import { VisibleText } from '../VisibleText';
import { visibleString } from '../../lib/visible';
import type { ShownFault } from './formState';
import { faultSentence } from './messages';
import styles from './schemaForm.module.css';

interface FieldFrameProps {
  fieldKey: string;
  /** Id of the one control, for the label; groups are named by `labelId` instead. */
  controlId: string | undefined;
  labelId: string;
  describedById: string;
  title: string;
  /** The name in the schema, where the title is another. */
  name: string | undefined;
  required: boolean;
  hint: string;
  /** Small buttons at the end of the label row. */
  actions: ReactNode;
  description: string | undefined;
  fault: ShownFault | undefined;
  /** `line` puts a short control beside its label. */
  layout: 'stack' | 'line';
  note: ReactNode;
  faultAction: ReactNode;
  children: ReactNode;
}

/** Label above, type and bounds at the right, help or the fault below. */
export function FieldFrame(props: FieldFrameProps) {
  const { fieldKey, controlId, labelId, describedById, title, required, hint, description, fault } = props;
  return (
    <div className={styles['sf-field']} data-key={fieldKey} data-layout={props.layout}>
      <div className={styles['sf-label-row']}>
        <Tooltip label={props.name && visibleString(props.name)}>
          <label id={labelId} htmlFor={controlId} className={styles['sf-label']}>
            <VisibleText text={title} />
          </label>
        </Tooltip>
        {required && (
          <span className={styles['sf-required']} aria-hidden>
            *
          </span>
        )}
        <span className={styles['sf-hint']}>{hint}</span>
        {props.actions}
        {props.layout === 'line' && props.children}
      </div>
      {props.layout === 'stack' && props.children}
      {(fault !== undefined || description !== undefined) && (
        <div id={describedById}>
          {fault !== undefined && (
            <div className={styles['sf-fault']} role="alert">
              <Icon name="warning" size={12} />
              <span>{faultSentence(fieldOf(title, fieldKey, fault), fault.fault)}</span>
              {props.faultAction}
            </div>
          )}
          {description !== undefined && (
            <div className={styles['sf-help']}>
              <VisibleText text={description} />
            </div>
          )}
        </div>
      )}
      {props.note}
    </div>
  );
}

/** The name of the place a fault is at: the field's title, and the way from there. */
function fieldOf(title: string, fieldKey: string, { key }: ShownFault): string {
  return key === fieldKey ? title : `${title} › ${key.slice(fieldKey.length + 1).replaceAll('/', ' › ')}`;
}
