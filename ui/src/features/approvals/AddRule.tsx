import { Button, Modal, Select } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ClientId, Effect, SourceId, RuleDecision } from '../../api/generated/contract';
import { useClients } from '../../api/clients';
import { useAnswer, useOperation } from '../../api/queries';
import type { Owner } from '../../api/webtools';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { ALLOWED_FOR, ASK, NEVER, scopeText } from '../../entities/policy/words';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './policies.module.css';

const EFFECTS: readonly Effect[] = ['reads', 'changes', 'destroys', 'unknown'];

const ALL = 'all';

/** No client: the person's own calls. */
const NOBODY = '';

/** What can be decided about all tools of a server. */
const DECISIONS = [ASK, ...ALLOWED_FOR, NEVER];

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
        {t('policies.add')}
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={t('policies.add')}
        centered
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <RuleForm owners={owners} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function RuleForm({ owners, onDone }: { owners: readonly Owner[]; onDone: () => void }): ReactNode {
  const [serverId, setServer] = useState<SourceId | null>(owners[0]?.id ?? null);
  const [clientId, setClient] = useState<string>(NOBODY);
  const clients = (useClients().data ?? []).filter(({ status }) => status === 'allowed');
  const [effect, setEffect] = useState<string>(ALL);
  const [decision, setDecision] = useState('ask');
  const trusted = useAnswer('policy.list', {}).data?.trusted ?? [];
  const give = useOperation('policy.setForServer', { onSuccess: onDone });
  const chosen = DECISIONS.find(({ name }) => name === decision);
  const allows = decision !== 'ask' && decision !== 'never';
  const given: RuleDecision = { kind: allows ? 'allowSession' : 'ask' };
  const isClaim = allows && effect !== ALL && effect !== 'unknown';
  const isForReading = clientId !== NOBODY && effect === 'reads';
  const needsTrust = isClaim && !isForReading && serverId !== null && !trusted.includes(serverId);
  return (
    <form
      className={styles['policies-form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (serverId === null || chosen === undefined) return;
        give.mutate({
          serverId,
          clientId: clientId === NOBODY ? null : (clientId as ClientId),
          effect: effect === ALL ? null : (effect as Effect),
          decision: chosen.decision(),
        });
      }}
    >
      <Select
        label={t('policies.field.owner')}
        allowDeselect={false}
        data={owners.map(({ id, label }) => ({ value: id, label }))}
        value={serverId}
        onChange={(id) => setServer(id)}
      />
      <Select
        label={t('policies.column.client')}
        allowDeselect={false}
        data={[
          { value: NOBODY, label: t('policies.yourCalls') },
          ...clients.map(({ id, name }) => ({ value: id, label: visibleString(name) })),
        ]}
        value={clientId}
        onChange={(next) => setClient(next ?? NOBODY)}
      />
      <Select
        label={t('common.tools')}
        allowDeselect={false}
        data={[
          { value: ALL, label: scopeText({ kind: 'allTools' }, given) },
          ...EFFECTS.map((each) => ({
            value: each,
            label: scopeText({ kind: 'withEffect', effect: each }, given),
          })),
        ]}
        value={effect}
        onChange={(next) => setEffect(next ?? ALL)}
      />
      <Select
        label={t('common.permission')}
        allowDeselect={false}
        data={DECISIONS.map(({ name, label }) => ({ value: name, label: label() }))}
        value={decision}
        onChange={(next) => setDecision(next ?? 'ask')}
      />
      {needsTrust && <Note tone="lamp">{t('policies.noEffect')}</Note>}
      {isClaim && isForReading && <Note>{t('policies.allow.readOnlyOfServerHelp')}</Note>}
      {give.isError && <ErrorNotice error={give.error} />}
      <div className={cx(styles.row, layout.row)}>
        <span className={cx(layout.end, styles.row, layout.row)}>
          <Button variant="subtle" onClick={onDone}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="filled" loading={give.isPending}>
            {t('policies.add')}
          </Button>
        </span>
      </div>
    </form>
  );
}
