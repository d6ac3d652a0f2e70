import { useId } from 'react';
import type { ReactNode } from 'react';
import { Tooltip } from './Tooltip';

interface HintProps {
  /** The element that is drawn. */
  as?: 'span' | 'code';
  /** What a tooltip says about it, or its whole text where it is cut. */
  label: string | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

/** Text with a tooltip; a tab stop, so that the keyboard reaches it, named by its text. */
export function Hint({ as: Drawn = 'span', label, ...rest }: HintProps): ReactNode {
  const id = useId();
  if (label === undefined || label === '') return <Drawn {...rest} />;
  return (
    <Tooltip label={label}>
      <Drawn id={id} role="group" aria-labelledby={id} tabIndex={0} {...rest} />
    </Tooltip>
  );
}
