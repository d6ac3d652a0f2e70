import type { ReactNode } from 'react';
import './server-name.css';

/** A label within a sentence, in quotation marks: whoever wrote it, it reads as a name and not as the sentence. */
export function ServerName({ label }: { label: string }): ReactNode {
  return <bdi className="server-name">{label}</bdi>;
}
