import { useEffect } from 'react';
import { call } from './client';
import type { AppId, AppSnapshot, CallId, Message, ServerId } from './generated/contract';
import { createStore } from '../lib/store';
import { UNKEPT, useAnswer } from './queries';

/** Calls whose app has ended, and why, if nobody stopped it: it is opened again only when the person says so. */
export const stoppedApps = createStore<ReadonlyMap<CallId, Message | null>>(new Map());

/** HTML that was drawn as an app is and has ended, and why, if nobody stopped it. A few that ended last. */
export const endedPages = createStore<ReadonlyMap<AppId, Message | null>>(new Map());

/** The page that draws results of a tool, read from its server anew each time somebody looks. */
export const usePreparedApp = (serverId: ServerId, tool: string, enabled: boolean) =>
  useAnswer('mcpApp.prepare', { serverId, tool }, { enabled, ...UNKEPT, refetchOnMount: 'always' });

/** After a result, its app is drawn first. */
const PREPARE_AFTER_MS = 1_000;

/** Has a web view ready for the app of the next result: starting one takes longer than drawing the app. */
export function usePreparedView(wanted: boolean, latest: CallId | null): void {
  useEffect(() => {
    if (!wanted) return undefined;
    // Without it the app is drawn all the same, only later.
    const timer = setTimeout(() => void call('mcpApp.prepareView', {}).catch(() => {}), PREPARE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted, latest]);
}

/** The apps, with one that has changed. */
export const withApp = (apps: readonly AppSnapshot[], changed: AppSnapshot): AppSnapshot[] =>
  apps.some(({ id }) => id === changed.id)
    ? apps.map((app) => (app.id === changed.id ? changed : app))
    : [...apps, changed];
