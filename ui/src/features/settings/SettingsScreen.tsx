import { Button, Segments, Select } from '../../kit/controls';
import type { ReactNode } from 'react';
import { toApiError } from '../../api/client';
import type { KeyringStatus, Settings } from '../../api/generated/contract';
import { useAnswer, useOperation, useSettings } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { KeyringNote } from '../../entities/message/KeyringNote';
import { RootFolders } from '../../entities/server/RootFolders';
import { Hint } from '../../kit/Hint';
import { Skeleton } from '../../kit/Skeleton';
import { copyText } from '../../lib/clipboard';
import { formatPercent } from '../../lib/format';
import { notify } from '../../lib/notify';
import { modKey } from '../../lib/platform';
import { ZOOMS } from '../../lib/zoom';
import { t } from '../../words/translate';
import { Line, NumberLine, SwitchLine } from './Lines';
import { TakeAlong } from './TakeAlong';
import { Models } from './models/Models';
import { Notices } from './Notices';
import { useAskedSetting } from './useAskedSetting';
import styles from './settingsLook.module.css';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import settingsStyles from './settings.module.css';

/** Languages the person can choose; the pseudo-locale is for tests. */
const LANGUAGE_CHOICES = ['system', 'en', 'de'] as const;

/** Everything that can be set, and where things are. Each change is saved at once. */
export function SettingsScreen(): ReactNode {
  const settings = useSettings();
  useAskedSetting(settings.isSuccess);
  return (
    <div className={cx(settingsStyles.settings, layout.scrolls)}>
      <div className={settingsStyles['settings-inner']}>
        <h1>{t('common.settings')}</h1>
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
        <h2 id="set-look">{t('settings.appearance.title')}</h2>
        <Line id="theme" label={t('settings.appearance.theme')} help={t('settings.appearance.themeHelp')}>
          <Segments
            label={t('settings.appearance.theme')}
            value={settings.theme}
            onChange={(theme) => set({ theme })}
            data={[
              { value: 'system', label: t('settings.appearance.system') },
              { value: 'light', label: t('settings.appearance.light') },
              { value: 'dark', label: t('settings.appearance.dark') },
            ]}
          />
        </Line>
        <Line
          id="zoom"
          label={t('common.zoom')}
          help={t('settings.appearance.zoomHelp', { keys: `${modKey} +, ${modKey} -, ${modKey} 0` })}
        >
          <Select
            className={styles['zoom']}
            aria-label={t('common.zoom')}
            allowDeselect={false}
            value={String(settings.zoom)}
            onChange={(zoom) => zoom !== null && set({ zoom: Number(zoom) })}
            data={ZOOMS.map((zoom) => ({ value: String(zoom), label: formatPercent(zoom) }))}
          />
        </Line>
        <SwitchLine
          id="singleKeys"
          label={t('settings.appearance.singleKeys')}
          help={t('settings.appearance.singleKeysHelp')}
          on={settings.singleKeyShortcuts}
          onSwitch={(singleKeyShortcuts) => set({ singleKeyShortcuts })}
        />
        <Line
          id="language"
          label={t('settings.appearance.language')}
          help={t('settings.appearance.languageHelp')}
        >
          <Segments
            label={t('settings.appearance.language')}
            value={settings.language}
            onChange={(language) => set({ language })}
            data={LANGUAGE_CHOICES.map((value) => ({ value, label: t(`app.language.${value}`) }))}
          />
        </Line>
      </section>
      <section aria-labelledby="set-away">
        <h2 id="set-away">{t('settings.background.title')}</h2>
        <SwitchLine
          id="notify"
          label={t('settings.background.notify')}
          help={t('settings.background.notifyHelp')}
          on={settings.notifyWaiting}
          onSwitch={(notifyWaiting) => set({ notifyWaiting })}
        />
        <SwitchLine
          id="tray"
          label={t('settings.background.tray')}
          help={t('settings.background.trayHelp')}
          on={settings.stayInTray}
          onSwitch={(stayInTray) => set({ stayInTray })}
        />
      </section>
      <section aria-labelledby="set-calls">
        <h2 id="set-calls">{t('settings.calls.title')}</h2>
        <NumberLine
          id="timeout"
          label={t('settings.calls.timeout')}
          help={t('settings.calls.timeoutHelp')}
          suffix=" s"
          min={1}
          max={3_600}
          value={settings.requestTimeoutMs / 1_000}
          error={fault('requestTimeoutMs')}
          onCommit={(seconds) => set({ requestTimeoutMs: seconds * 1_000 })}
        />
        <NumberLine
          id="logMessages"
          label={t('settings.calls.logMessages')}
          help={t('settings.calls.logMessagesHelp')}
          min={100}
          max={100_000}
          value={settings.wireFrames}
          error={fault('wireFrames')}
          onCommit={(wireFrames) => set({ wireFrames })}
        />
        <NumberLine
          id="logSize"
          label={t('settings.calls.logSize')}
          help={t('settings.calls.logSizeHelp')}
          suffix=" MiB"
          min={1}
          max={1_024}
          value={settings.wireMebibytes}
          error={fault('wireMebibytes')}
          onCommit={(wireMebibytes) => set({ wireMebibytes })}
        />
        <NumberLine
          id="history"
          label={t('common.callHistory')}
          help={t('settings.calls.historyHelp')}
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
      <h2 id="set-roots">{t('common.roots')}</h2>
      <p className={cx(layout.fs12, layout.t2)}>{t('settings.roots.help')}</p>
      <RootFolders serverId={null} empty={t('settings.roots.empty')} />
    </section>
  );
}

function keyringText({ state, keepingForThisRun }: KeyringStatus): string {
  if (state.kind === 'available') return t('settings.secrets.available');
  return keepingForThisRun ? t('settings.secrets.inMemory') : t('settings.secrets.unavailable');
}

function Keyring(): ReactNode {
  const { data } = useAnswer('secret.status', {});
  return (
    <section aria-labelledby="set-secrets">
      <h2 id="set-secrets">{t('settings.secrets.title')}</h2>
      {data !== undefined && (
        <p className={settingsStyles.setting}>
          <span className={layout.b}>{t('settings.secrets.keyring')}</span>
          <span className={cx(layout.end, layout.t2)}>{keyringText(data)}</span>
        </p>
      )}
      <KeyringNote show="always" />
    </section>
  );
}

function About(): ReactNode {
  const { data: info } = useAnswer('app.info', {});
  return (
    <section aria-labelledby="set-about">
      <h2 id="set-about">{t('settings.about.title')}</h2>
      {info !== undefined && (
        <>
          <PathLine label={t('common.data')} path={info.dataDir} />
          <PathLine label={t('common.logs')} path={info.logDir} />
          <p className={settingsStyles.setting}>
            <span className={layout.b}>{t('common.version')}</span>
            <span className={cx(layout.end, layout.mono, layout.num)}>{info.version}</span>
          </p>
        </>
      )}
      <p className={settingsStyles.setting}>
        <span className={layout.b}>{t('settings.about.license')}</span>
        <span className={cx(layout.end, layout.t2)}>{t('settings.about.licenses')}</span>
      </p>
      <Notices />
    </section>
  );
}

function PathLine({ label, path }: { label: string; path: string }): ReactNode {
  const copy = async () => notify((await copyText(path)) ? t('common.copied') : t('common.copyFailed'));
  return (
    <div className={settingsStyles.setting}>
      <span className={layout.b}>{label}</span>
      <Hint className={cx(layout.end, layout.mono, layout.cut, layout.t2)} label={path}>
        {path}
      </Hint>
      <Button
        size="xs"
        aria-label={t('settings.about.copyPath', { name: label })}
        onClick={() => void copy()}
      >
        {t('common.copy')}
      </Button>
    </div>
  );
}
