import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { sameJson } from '../../../lib/json';
import { stopLines, stopsIn } from './sampleParams';

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
      label="Stop at"
      description="One on each line; \n is a new line"
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
