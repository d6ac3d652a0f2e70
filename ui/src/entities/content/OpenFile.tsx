import type { ButtonProps } from '../../kit/controls';
import { Button, FileButton } from '../../kit/controls';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { formatBytes } from '../../lib/format';
import { notifyProblem } from '../../lib/notify';
import { t } from '../../words/translate';

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
    if (file.size > maxBytes) {
      notifyProblem(t('shared.fileTooLarge', { file: file.name, size: formatBytes(maxBytes) }));
      return;
    }
    let text: string;
    try {
      text = await file.text();
    } catch {
      // It was moved or changed after it was chosen, or may not be read. The browser's own sentence is in English.
      notifyProblem(t('shared.fileUnreadable', { file: file.name }));
      return;
    }
    onText(text);
  };
  const accept = ['application/json', '.json', also].filter((one) => one !== undefined).join(',');
  return (
    <FileButton resetRef={reset} onChange={(file) => void open(file)} accept={accept}>
      {(props) => <Button {...props} size="xs" {...button} />}
    </FileButton>
  );
}
