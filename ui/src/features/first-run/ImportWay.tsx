import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ImportSource } from '../../api/generated/contract';
import { useImportScan } from '../../api/queries';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Icon, Spinner } from '../../components/Icon';
import { count } from '../../lib/format';
import { sheet } from '../../lib/panels';

/** Import: nothing is read before the person asks, nothing is taken before they have looked. */
export function ImportWay(): ReactNode {
  const [asked, setAsked] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const scan = useImportScan(asked);
  const sources = scan.data ?? [];
  const chosen = sources.filter((source) => source.servers.length > 0 && !left.has(source.app));
  const fresh = chosen.flatMap((source) => source.servers).filter((server) => !server.known).length;
  return (
    <section className="way" aria-labelledby="way-import">
      <span className="acc">
        <Icon name="import" size={20} />
      </span>
      <h2 id="way-import">Import from another app</h2>
      {!asked && (
        <>
          <p className="t2">
            Takes over what Claude Desktop, VS Code, Cursor, Cline or Goose have configured here.
          </p>
          <Button className="way-do" size="md" onClick={() => setAsked(true)}>
            Look for them
          </Button>
        </>
      )}
      {asked && scan.isFetching && (
        <p className="row t2" role="status">
          <Spinner size={14} /> Looking for their files
        </p>
      )}
      {asked && scan.isError && <ErrorNotice error={scan.error} onRetry={() => void scan.refetch()} />}
      {scan.data !== undefined && sources.length === 0 && (
        <p className="t2" role="status">
          None of them has a configuration in your home directory.
        </p>
      )}
      {sources.length > 0 && (
        <>
          <ul className="way-apps">
            {sources.map((source) => (
              <li key={source.path} className="row fs12" title={source.problem ?? source.path}>
                <Checkbox
                  size="xs"
                  label={source.app}
                  checked={chosen.includes(source)}
                  disabled={source.servers.length === 0}
                  onChange={(event) => {
                    const next = new Set(left);
                    if (event.currentTarget.checked) next.delete(source.app);
                    else next.add(source.app);
                    setLeft(next);
                  }}
                />
                <span className={source.problem === null ? 'end t3 num' : 'end lamp'}>{found(source)}</span>
              </li>
            ))}
          </ul>
          <Button
            className="way-do"
            size="md"
            disabled={chosen.length === 0}
            onClick={() => sheet.set({ kind: 'import', apps: chosen.map((source) => source.app) })}
          >
            Look at {count(fresh, 'server')}
          </Button>
        </>
      )}
    </section>
  );
}

function found({ problem, servers }: ImportSource): string {
  if (problem !== null) return 'cannot be read';
  const known = servers.filter((server) => server.known).length;
  return known === 0 ? count(servers.length, 'server') : `${count(servers.length, 'server')}, ${known} known`;
}
