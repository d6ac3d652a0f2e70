import type { ReactNode } from 'react';
import { Icon } from '../Icon';
import { Tooltip } from '../Tooltip';
import { VisibleText } from '../VisibleText';
import { useFault, useOpen } from './context';
import { faultSentence } from './messages';
import { pathKey, type Path } from '../../lib/jsonPath';
import { visibleString } from '../../lib/visible';
import styles from './schemaForm.module.css';

interface SectionProps {
  path: Path;
  id: string;
  title: string;
  name: string | undefined;
  required: boolean;
  /** "object, 2 of 4 set" */
  summary: string;
  description: string | undefined;
  initiallyOpen: boolean;
  actions?: ReactNode;
  note?: ReactNode;
  children: () => ReactNode;
}

/** A part of a form that folds: an object, a list, a choice of shapes. Folded parts are not built at all. */
export function Section(props: SectionProps) {
  const { path, id, title } = props;
  const [open, toggle] = useOpen(path, props.initiallyOpen);
  const fault = useFault(path, 'here');
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      className={styles['sf-section']}
      data-key={pathKey(path)}
      data-wide
    >
      <div className={styles['sf-section-head']}>
        <Tooltip label={props.name && visibleString(props.name)}>
          <button type="button" className={styles['sf-section-title']} aria-expanded={open} onClick={toggle}>
            <Icon name={open ? 'down' : 'right'} size={14} />
            <span id={`${id}-label`}>
              <VisibleText text={title} />
            </span>
            {props.required && (
              <span className={styles['sf-required']} aria-hidden>
                *
              </span>
            )}
            <span className={styles['sf-summary']}>{props.summary}</span>
          </button>
        </Tooltip>
        {props.actions}
      </div>
      {fault !== undefined && (
        <div className={styles['sf-fault']} role="alert">
          {visibleString(faultSentence(title, fault.fault))}
        </div>
      )}
      {open && (
        <div className={styles['sf-section-body']}>
          {props.description !== undefined && (
            <div className={styles['sf-help']}>
              <VisibleText text={props.description} />
            </div>
          )}
          {props.children()}
        </div>
      )}
      {props.note}
    </div>
  );
}
