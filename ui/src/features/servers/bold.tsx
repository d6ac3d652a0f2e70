import type { ReactNode } from 'react';

/** Draws `<b>…</b>` of a text. */
export const b = (words: ReactNode): ReactNode => <span className="b">{words}</span>;
