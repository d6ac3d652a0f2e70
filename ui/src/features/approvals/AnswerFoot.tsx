import type { ReactNode } from 'react';

interface AnswerFootProps {
  /** Answers that give the server nothing. */
  refusing: ReactNode;
  /** The other answers; the primary one is the last. */
  giving: ReactNode;
  /** What the primary answer does. */
  help: ReactNode;
}

/** The answers to a request, with one line of help under the primary one. */
export function AnswerFoot({ refusing, giving, help }: AnswerFootProps): ReactNode {
  return (
    <footer className="host-foot">
      <div className="row host-answers">
        {refusing}
        <span className="end row host-answers">{giving}</span>
      </div>
      <p className="host-why">{help}</p>
    </footer>
  );
}
