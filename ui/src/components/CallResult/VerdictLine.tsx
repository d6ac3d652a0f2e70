import type { ReactNode } from 'react';
import type { Verdict } from '../../api/generated/contract';
import { count } from '../../lib/format';
import { Note } from '../Note';
import { VisibleText } from '../VisibleText';

const FIRST = 5;

interface VerdictLineProps {
  verdict: Verdict;
  /** Leads to the declared schema. */
  action?: ReactNode;
}

/** The structured result held against the schema the tool declared. */
export function VerdictLine({ verdict, action }: VerdictLineProps): ReactNode {
  switch (verdict.kind) {
    case 'matches':
      return (
        <Note tone="ok" actions={action}>
          Matches the declared output schema{' '}
          <span className="t2">· {count(verdict.valuesChecked, 'value')} checked</span>
        </Note>
      );
    case 'mismatch':
      return (
        <Note tone="bad" icon="shieldWarning" actions={action}>
          <span className="b">Does not match the declared output schema.</span>
          <ul className="faults">
            {verdict.faults.slice(0, FIRST).map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <code>
                  <VisibleText text={path === '' ? 'the whole result' : path} />
                </code>{' '}
                <VisibleText text={message} />
              </li>
            ))}
          </ul>
          {verdict.faults.length > FIRST && (
            <span className="t2">and {verdict.faults.length - FIRST} more</span>
          )}
        </Note>
      );
    case 'missing':
      return (
        <Note tone="bad" icon="shieldWarning" actions={action}>
          The tool declares an output schema, but returned no structured result.
        </Note>
      );
    case 'brokenSchema':
      return (
        <Note tone="lamp" actions={action}>
          The declared schema is broken; result not checked. <VisibleText text={verdict.message} />
        </Note>
      );
    case 'notChecked':
      return (
        <Note tone="lamp" actions={action}>
          The result was not checked. <VisibleText text={verdict.message} />
        </Note>
      );
    case 'notDeclared':
      return <Note>No output schema declared, nothing to check</Note>;
  }
}
