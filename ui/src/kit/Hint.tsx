import type { ElementType, ReactNode } from 'react';
import { Tooltip } from './Tooltip';

interface HintProps {
  /** The element that is drawn. */
  as?: ElementType;
  /** What a tooltip says about it, or its whole text where it is cut. */
  label: string | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

/** Text with a tooltip; a tab stop, so that the keyboard reaches it. */
export function Hint({ as: Drawn = 'span', label, ...rest }: HintProps): ReactNode {
  if (label === undefined || label === '') return <Drawn {...rest} />;
  return (
    <Tooltip label={label}>
      <Drawn tabIndex={0} {...rest} />
    </Tooltip>
  );
}
