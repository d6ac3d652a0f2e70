import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '../../components/Icon';
import { JsonView } from '../../components/JsonView/JsonView';
import { Note } from '../../components/Note';
import type { ApprovalOf } from './kinds';
import { readSchema } from './schema';
import { ServerName } from '../../components/ServerName';

/** The schema exactly as the server sent it, where a form of plain fields may not be all of it. */
export function RawSchema({ approval }: { approval: ApprovalOf<'elicitForm'> }): ReactNode {
  const { schema } = approval.request;
  const reading = readSchema(schema);
  const id = useId();
  const [open, setOpen] = useState(reading === 'none');
  if (reading === 'form') return null;
  return (
    <section className="approval-schema" aria-label="The schema as it came">
      {reading === 'none' && (
        <Note tone="lamp">
          What <ServerName label={approval.serverLabel} /> sent as the description of its form is none, so
          there are no fields and nothing can be checked. Write the values as JSON, or decline.
        </Note>
      )}
      <button
        type="button"
        className="approval-fold b"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'down' : 'right'} size={12} />
        The schema as it came
      </button>
      {reading === 'beyond' && <span className="t3 fs12"> it asks for more than a form usually may</span>}
      <div id={id} hidden={!open}>
        {open && <JsonView label="Schema of the form" value={schema} />}
      </div>
    </section>
  );
}
