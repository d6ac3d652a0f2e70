import type { ReactNode } from 'react';
import type { CallEnding, Content, ServerSnapshot } from '../../api/generated/contract';
import { ErrorNotice } from '../../components/ErrorNotice';
import { JsonView } from '../../components/JsonView/JsonView';
import { Note } from '../../components/Note';
import { Quote } from '../../components/Quote';

interface OutcomeProps {
  ending: CallEnding;
  server: ServerSnapshot | undefined;
}

/** What came of a call. */
export function Outcome({ ending, server }: OutcomeProps): ReactNode {
  if (ending.kind === 'cancelled') return <Note icon="stop">Cancelled. The server was told.</Note>;
  if (ending.kind === 'failed') return <ErrorNotice error={ending.error} />;
  return (
    <div className="call-outcome">
      {ending.isError && (
        <Note tone="bad">
          <span className="b">The tool reports an error.</span> The connection is fine.
        </Note>
      )}
      {ending.structured !== null && <JsonView label="Structured result" value={ending.structured} />}
      {ending.content.map((content, index) => (
        // Contents have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Part key={index} content={content} server={server} />
      ))}
      {ending.content.length === 0 && ending.structured === null && <Note>The answer was empty.</Note>}
    </div>
  );
}

function Part({ content, server }: { content: Content; server: ServerSnapshot | undefined }): ReactNode {
  if (content.kind === 'text') {
    return <Quote {...(server === undefined ? {} : { server })} text={content.text} />;
  }
  return <JsonView label="Content" value={content} />;
}
