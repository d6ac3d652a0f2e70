import { Combobox, TextInput, useCombobox } from '../../kit/controls';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Completion } from '../../api/generated/contract';
import { formatNumber } from '../../lib/format';
import { t } from '../../words/translate';
import { VisibleText } from '../../kit/VisibleText';
import styles from './completion.module.css';

/** A pause in typing of this length asks the server for proposals. */
const ASK_AFTER_MS = 150;

interface CompletionFieldProps {
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  value: string;
  onChange: (value: string) => void;
  /** Values given before, the latest first. Offered for what is typed, before those of the server. */
  recent?: readonly string[] | undefined;
  /** Asks the server. Keep it the same function while the question is the same: a new one asks anew. */
  complete: (value: string) => Promise<Completion>;
}

const NOTHING: Completion = { values: [], total: null, hasMore: false };

/** A text field whose server proposes values. What is typed counts; a proposal is taken only when chosen. */
export function CompletionField(props: CompletionFieldProps): ReactNode {
  const { label, description, error, required = false, value, onChange, complete, recent = [] } = props;
  const [asking, setAsking] = useState(false);
  const proposals = useProposals(complete, value, asking);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const typed = value.toLowerCase();
  const before = recent.filter((given) => given !== value && given.toLowerCase().startsWith(typed));
  // What is typed already is no proposal.
  const fresh = proposals.values.filter((proposal) => proposal !== value && !before.includes(proposal));

  const open = (): void => {
    setAsking(true);
    combobox.openDropdown();
  };
  const close = (): void => {
    setAsking(false);
    combobox.closeDropdown();
  };

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(proposal) => {
        onChange(proposal);
        close();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={label}
          description={description}
          error={error}
          required={required}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={value}
          spellCheck={false}
          aria-autocomplete="list"
          onChange={(event) => {
            onChange(event.currentTarget.value);
            combobox.resetSelectedOption();
            open();
          }}
          onFocus={open}
          onClick={open}
          onBlur={close}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={fresh.length === 0 && before.length === 0}>
        <Combobox.Options className={styles['completion-options']} aria-label={t('form.suggestions')}>
          {before.length > 0 && <Combobox.Group label={t('common.recent')}>{options(before)}</Combobox.Group>}
          {before.length > 0 && fresh.length > 0 ? (
            <Combobox.Group label={t('form.suggestions')}>{options(fresh)}</Combobox.Group>
          ) : (
            options(fresh)
          )}
        </Combobox.Options>
        {proposals.hasMore && <p className={styles['completion-more']}>{moreText(proposals)}</p>}
      </Combobox.Dropdown>
    </Combobox>
  );
}

const options = (values: readonly string[]): ReactNode =>
  values.map((value) => (
    <Combobox.Option key={value} value={value} className={styles['completion-option']}>
      <VisibleText text={value} />
    </Combobox.Option>
  ));

function moreText({ values, total }: Completion): string {
  return total === null
    ? t('form.moreSuggestions')
    : t('form.someSuggestions', { shown: formatNumber(values.length), total: formatNumber(total) });
}

/** Proposals for what is typed. A server that cannot propose is no error: the field works without. */
function useProposals(
  complete: CompletionFieldProps['complete'],
  value: string,
  asking: boolean,
): Completion {
  const [answer, setAnswer] = useState({ complete, completion: NOTHING });
  useEffect(() => {
    if (!asking) return undefined;
    let current = true;
    const timer = setTimeout(() => {
      complete(value).then(
        (completion) => current && setAnswer({ complete, completion: withoutRepeats(completion) }),
        () => current && setAnswer({ complete, completion: NOTHING }),
      );
    }, ASK_AFTER_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [complete, value, asking]);
  // Proposals for another question are worth nothing; those for a shorter text stand until the new ones come.
  return asking && answer.complete === complete ? answer.completion : NOTHING;
}

function withoutRepeats(completion: Completion): Completion {
  return { ...completion, values: [...new Set(completion.values)] };
}
