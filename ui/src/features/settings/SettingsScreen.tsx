import { Button, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { toApiError } from '../../api/client';
import type { KeyringStatus, Settings } from '../../api/generated/contract';
import { useAppInfo, useKeyring, useOperation, useSettings } from '../../api/queries';
import { ErrorNotice } from '../../components/ErrorNotice';
import { KeyringNote } from '../../components/KeyringNote';
import { RootFolders } from '../../components/RootFolders';
import { Skeleton } from '../../components/Skeleton';
import { copyText } from '../../lib/clipboard';
import { notify } from '../../lib/notify';
import { Line, NumberLine, SwitchLine } from './Lines';
import { TakeAlong } from './TakeAlong';
import { Models } from './models/Models';
import './settings.css';

/** Everything that can be set, and where things are. Each change is saved at once. */
export function SettingsScreen(): ReactNode {
  const settings = useSettings();
  return (
    <div className="settings scrolls">
      <div className="settings-inner">
        <h1>Settings</h1>
        {settings.isPending && <Skeleton rows={4} />}
        {settings.isError && (
          <ErrorNotice shape="pane" error={settings.error} onRetry={() => void settings.refetch()} />
        )}
        {settings.data !== undefined && <Choices settings={settings.data} />}
        <Models />
        <Roots />
        <Keyring />
        <TakeAlong />
        <About />
      </div>
    </div>
  );
}

function Choices({ settings }: { settings: Settings }): ReactNode {
  const save = useOperation('setting.set');
  const set = (change: Partial<Settings>) => save.mutate({ ...settings, ...change });
  const fault = (field: keyof Settings): string | undefined =>
    save.isError ? toApiError(save.error).fields.find((one) => one.field === field)?.message : undefined;
  return (
    <>
      <section aria-labelledby="set-look">
        <h2 id="set-look">Look</h2>
        <Line label="Theme" help="“System” follows what the desktop says.">
          <SegmentedControl
            aria-label="Theme"
            value={settings.theme}
            onChange={(theme) => {
              if (theme === 'light' || theme === 'dark' || theme === 'system') set({ theme });
            }}
            data={[
              { value: 'system', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </Line>
      </section>
      <section aria-labelledby="set-away">
        <h2 id="set-away">While you are elsewhere</h2>
        <SwitchLine
          label="Tell me when something waits"
          help="The desktop names the server and what kind of question it is, never what the server wrote."
          on={settings.notifyWaiting}
          onSwitch={(notifyWaiting) => set({ notifyWaiting })}
        />
        <SwitchLine
          label="Go on in the tray when the window is closed"
          help="Servers keep running and questions keep waiting. On a desktop without a tray, closing ends Usher."
          on={settings.stayInTray}
          onSwitch={(stayInTray) => set({ stayInTray })}
        />
      </section>
      <section aria-labelledby="set-calls">
        <h2 id="set-calls">Calls and logs</h2>
        <NumberLine
          label="Time limit of a request"
          help="Progress restarts the clock; time you are being asked does not count."
          suffix=" s"
          min={1}
          max={3_600}
          value={settings.requestTimeoutMs / 1_000}
          error={fault('requestTimeoutMs')}
          onCommit={(seconds) => set({ requestTimeoutMs: seconds * 1_000 })}
        />
        <NumberLine
          label="Wire log"
          help="Messages kept per server, in memory."
          min={100}
          max={100_000}
          value={settings.wireFrames}
          error={fault('wireFrames')}
          onCommit={(wireFrames) => set({ wireFrames })}
        />
        <NumberLine
          label="Size of the wire log"
          help="Text kept per server, in memory; whichever bound is met first counts."
          suffix=" MiB"
          min={1}
          max={1_024}
          value={settings.wireMebibytes}
          error={fault('wireMebibytes')}
          onCommit={(wireMebibytes) => set({ wireMebibytes })}
        />
        <NumberLine
          label="History"
          help="Finished calls kept on disk; 0 keeps none."
          min={0}
          max={100_000}
          value={settings.historyRows}
          error={fault('historyRows')}
          onCommit={(historyRows) => set({ historyRows })}
        />
        {save.isError && <ErrorNotice error={save.error} />}
      </section>
    </>
  );
}

function Roots(): ReactNode {
  return (
    <section aria-labelledby="set-roots">
      <h2 id="set-roots">Roots</h2>
      <p className="fs12 t2 setting-words">
        Folders that servers may be told of, so that they know where to work. You are asked before a server
        learns of them.
      </p>
      <RootFolders serverId={null} empty="No folder yet: servers that ask are told of none." />
    </section>
  );
}

function keyringWords({ state, keepingForThisRun }: KeyringStatus): string {
  if (state.kind === 'available') return 'Available. Secrets are kept there and nowhere else.';
  return keepingForThisRun ? 'Not usable; new secrets are kept in memory for this run.' : 'Not usable.';
}

function Keyring(): ReactNode {
  const { data } = useKeyring();
  return (
    <section aria-labelledby="set-secrets">
      <h2 id="set-secrets">Secrets</h2>
      {data !== undefined && (
        <p className="setting">
          <span className="b">System keyring</span>
          <span className="end t2">{keyringWords(data)}</span>
        </p>
      )}
      <KeyringNote show="always" />
    </section>
  );
}

function About(): ReactNode {
  const { data: info } = useAppInfo();
  return (
    <section aria-labelledby="set-about">
      <h2 id="set-about">About</h2>
      {info !== undefined && (
        <>
          <PathLine label="Data" path={info.dataDir} />
          <PathLine label="Logs" path={info.logDir} />
          <p className="setting">
            <span className="b">Version</span>
            <span className="end mono num">{info.version}</span>
          </p>
        </>
      )}
      <p className="setting">
        <span className="b">Licence</span>
        <span className="end t2">MIT or Apache-2.0, as you prefer</span>
      </p>
    </section>
  );
}

function PathLine({ label, path }: { label: string; path: string }): ReactNode {
  const copy = async () => notify((await copyText(path)) ? 'Copied' : 'The clipboard cannot be used.');
  return (
    <div className="setting">
      <span className="b">{label}</span>
      <span className="end mono cut t2" title={path}>
        {path}
      </span>
      <Button size="xs" aria-label={`Copy the path of ${label}`} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}
