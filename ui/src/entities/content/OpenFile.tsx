import type { ButtonProps } from '../../kit/controls';
import { Button, FileButton } from '../../kit/controls';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { readTextFile } from './readTextFile';

interface OpenFileProps extends ButtonProps {
  /** The longest file that is read. */
  maxBytes: number;
  onText: (text: string) => void;
  /** What else than JSON is taken, as the `accept` of a field for files. */
  also?: string;
}

/** Reads a file the person chooses; the same one can be chosen again after it was changed. */
export function OpenFile({ maxBytes, onText, also, ...button }: OpenFileProps): ReactNode {
  const reset = useRef<() => void>(null);
  const open = async (file: File | null) => {
    reset.current?.();
    if (file === null) return;
    const text = await readTextFile(file, maxBytes);
    if (text !== null) onText(text);
  };
  const accept = ['application/json', '.json', also].filter((one) => one !== undefined).join(',');
  return (
    <FileButton resetRef={reset} onChange={(file) => void open(file)} accept={accept}>
      {(props) => <Button {...props} size="xs" {...button} />}
    </FileButton>
  );
}
