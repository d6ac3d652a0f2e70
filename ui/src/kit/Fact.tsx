import type { ReactNode } from 'react';
import { VisibleText } from './VisibleText';

/** A row of a list of facts. */
export function Fact({ name, text }: { name: string; text: string }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <VisibleText text={text} />
      </dd>
    </>
  );
}
