import { Button, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Effect, SourceId, RuleDecision } from '../../api/generated/contract';
import { usePolicies } from '../../api/policies';
import { useOperation } from '../../api/queries';
import type { Owner } from '../../api/webtools';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Icon } from '../../components/Icon';
import { Note } from '../../components/Note';
import { SPANS, scopeText } from '../../components/policy/words';

const EFFECTS: readonly Effect[] = ['reads', 'changes', 'destroys', 'unknown'];

const ALL = 'all';

/** What can be decided about all tools of a server. */
const DECISIONS: readonly { value: string; label: string; decision: () => RuleDecision }[] = [
  { value: 'ask', label: 'Ask each time', decision: () => ({ kind: 'ask' }) },
  { value: 'session', label: 'Allow until Usher closes', decision: () => ({ kind: 'allowSession' }) },
  ...SPANS.map(({ label, ms }) => ({
    value: label,
    label: `Allow ${label.toLowerCase()}`,
    decision: (): RuleDecision => ({ kind: 'allowUntil', at: Date.now() + ms }),
  })),
  { value: 'never', label: 'Never run them', decision: () => ({ kind: 'never' }) },
];

/** Gives a policy for all tools of a server or webtool, or for those that do the same. */
export function AddRule({ owners }: { owners: readonly Owner[] }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="xs"
        leftSection={<Icon name="plus" size={14} />}
        disabled={owners.length === 0}
        onClick={() => setOpen(true)}
      >
        Policy for a server
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title="Policy for a server" centered>
        <RuleForm owners={owners} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function RuleForm({ owners, onDone }: { owners: readonly Owner[]; onDone: () => void }): ReactNode {
  const [serverId, setServer] = useState<SourceId | null>(owners[0]?.id ?? null);
  const [effect, setEffect] = useState<string>(ALL);
  const [decision, setDecision] = useState('ask');
  const trusted = usePolicies().data?.trusted ?? [];
  const give = useOperation('policy.setForServer', { onSuccess: onDone });
  const chosen = DECISIONS.find(({ value }) => value === decision);
  const allows = decision !== 'ask' && decision !== 'never';
  const needsTrust =
    allows && effect !== ALL && effect !== 'unknown' && serverId !== null && !trusted.includes(serverId);
  return (
    <form
      className="policies-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (serverId === null || chosen === undefined) return;
        give.mutate({
          serverId,
          effect: effect === ALL ? null : (effect as Effect),
          decision: chosen.decision(),
        });
      }}
    >
      <Select
        label="Server or webtool"
        allowDeselect={false}
        data={owners.map(({ id, label }) => ({ value: id, label }))}
        value={serverId}
        onChange={(id) => setServer(id)}
      />
      <Select
        label="Tools"
        allowDeselect={false}
        data={[
          { value: ALL, label: allows ? 'All tools but destructive ones' : 'All tools' },
          ...EFFECTS.map((each) => ({
            value: each,
            label: scopeText({ kind: 'withEffect', effect: each }),
          })),
        ]}
        value={effect}
        onChange={(next) => setEffect(next ?? ALL)}
      />
      <Select
        label="When you run one"
        allowDeselect={false}
        data={DECISIONS.map(({ value, label }) => ({ value, label }))}
        value={decision}
        onChange={(next) => setDecision(next ?? 'ask')}
      />
      {needsTrust && (
        <Note tone="lamp">
          This will allow nothing yet: you do not trust what it says about its tools. You can on its page.
        </Note>
      )}
      {give.isError && <ErrorNotice error={give.error} />}
      <div className="row">
        <span className="end row">
          <Button variant="subtle" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" variant="filled" loading={give.isPending}>
            Save policy
          </Button>
        </span>
      </div>
    </form>
  );
}
