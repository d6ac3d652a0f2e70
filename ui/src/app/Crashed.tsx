import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toApiError } from '../api/client';
import { EmptyState } from '../components/EmptyState';

/** A screen that failed to draw: our mistake, contained, with a way on. The servers run in the core and notice nothing. */
export function Crashed({ error, reset }: ErrorComponentProps): ReactNode {
  return (
    <div className="detail">
      <EmptyState
        icon="warning"
        tone="bad"
        role="alert"
        title="This screen could not be drawn"
        actions={<Button onClick={reset}>Try again</Button>}
      >
        That is a mistake in Usher. Your servers and calls are not touched by it. The reason:{' '}
        {toApiError(error).message}
      </EmptyState>
    </div>
  );
}
