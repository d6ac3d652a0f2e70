import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import type { SendToToolProps } from './SendToTool';

const Dialog = lazy(() => import('./SendToTool').then((module) => ({ default: module.SendToTool })));

/** The choice of a tool for a content, loaded when it is opened: it reads schemas. */
export function SendToTool(props: SendToToolProps): ReactNode {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
