import { Textarea } from '../../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { sameJson } from '../../../lib/json';
import { t } from '../../../words/translate';
import { stopLines, stopsIn } from '../../../entities/sampling/sampleParams';

interface StopFieldProps {
  stops: string[];
  onChange: (stops: string[]) => void;
}

/** Where a model is to stop. Spaces are part of a sequence, so each stands on a line of its own. */
export function StopField({ stops, onChange }: StopFieldProps): ReactNode {
  // A line that is just being begun is no sequence yet, but has to stay in the field.
  const [typed, setTyped] = useState(() => stopLines(stops));
  const shown = sameJson(stopsIn(typed), stops) ? typed : stopLines(stops);
  return (
    <Textarea
      label={t('sampling.side.stop')}
      description={t('sampling.side.stopHelp')}
      autosize
      minRows={1}
      maxRows={4}
      spellCheck={false}
      value={shown}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(stopsIn(value));
      }}
    />
  );
}
