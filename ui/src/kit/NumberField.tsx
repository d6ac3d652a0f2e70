import { NumberInput } from '@mantine/core';
import type { NumberInputHandlers, NumberInputProps } from '@mantine/core';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { separators } from '../lib/format';
import { STEPPER_WIDTH, Stepper } from './Stepper';

/** A number in the person's notation, typed or stepped. */
export function NumberField(props: NumberInputProps): ReactNode {
  const handlers = useRef<NumberInputHandlers>(null);
  return (
    <NumberInput
      {...separators()}
      hideControls
      handlersRef={handlers}
      rightSectionWidth={STEPPER_WIDTH}
      rightSection={
        <Stepper
          onStep={(direction) =>
            direction === 1 ? handlers.current?.increment() : handlers.current?.decrement()
          }
        />
      }
      {...props}
    />
  );
}
