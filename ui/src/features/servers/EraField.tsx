import { SegmentedControl } from '@mantine/core';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { EraChoice } from '../../api/generated/contract';
import type { ServerForm } from './useServerForm';

const CHOICES: { value: EraChoice; label: string; help: string }[] = [
  {
    value: 'auto',
    label: 'Auto',
    help: 'Usher asks the server at its first start, remembers what it says, and asks again when that no longer works.',
  },
  {
    value: 'legacy',
    label: 'Legacy',
    help: 'Every start begins with initialize (2024-11-05 to 2025-11-25). The server is never asked, which is quicker with one that does not answer.',
  },
  {
    value: 'modern',
    label: 'Modern',
    help: 'Only 2026-07-28, without a handshake. A server that does not speak it fails, and says so.',
  },
];

/** What hardly anybody has to choose: the generation of the protocol. */
export function AdvancedFields({ form }: { form: ServerForm }): ReactNode {
  const { draft, change } = form;
  // Open from the start where something was chosen; afterwards the person opens and closes it.
  const [startsOpen] = useState(draft.era !== 'auto');
  const helpId = useId();
  return (
    <details className="raw" open={startsOpen}>
      <summary>Advanced</summary>
      <div className="row kind-line">
        <span className="b">Protocol</span>
        <SegmentedControl
          className="end"
          aria-label="Protocol"
          aria-describedby={helpId}
          value={draft.era}
          onChange={(value) => {
            const choice = CHOICES.find((each) => each.value === value);
            if (choice !== undefined) change({ era: choice.value });
          }}
          data={CHOICES.map(({ value, label }) => ({ value, label }))}
        />
      </div>
      <p className="field-help" id={helpId}>
        {CHOICES.find((each) => each.value === draft.era)?.help}
      </p>
    </details>
  );
}
