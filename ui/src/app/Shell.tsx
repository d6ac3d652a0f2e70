import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, lazy, useEffect } from 'react';
import type { ReactNode } from 'react';
import { useAnswer } from '../api/queries';
import { Announced } from '../kit/Announced';
import { Icon } from '../kit/Icon';
import { DrawerSlot } from '../entities/layout/DrawerSlot';
import { ApprovalStrip } from '../features/approvals/ApprovalStrip';
import { askedLink, closeAsked, sheet, shownCall, wantedApproval } from '../lib/panels';
import { useStore } from '../lib/store';
import { movePastRail } from '../lib/panes';
import { t } from '../words/translate';
import { Notices } from './Notices';
import { Rail } from './Rail';
import { useIncoming } from './useIncoming';
import { useRunningSaid } from './useRunningSaid';
import { useScreenSaid } from './useScreenSaid';
import { useAppLook } from './useAppLook';
import { useShortcuts } from './useShortcuts';
import styles from './shell.module.css';
import railStyles from './rail.module.css';

const WireDrawer = lazy(async () => ({ default: (await import('../features/wire/WireDrawer')).WireDrawer }));
const Sheets = lazy(async () => ({ default: (await import('../features/servers/Sheets')).Sheets }));
const LinkDialog = lazy(async () => ({
  default: (await import('../features/approvals/LinkDialog')).LinkDialog,
}));
const Blocked = lazy(async () => ({ default: (await import('./Blocked')).Blocked }));
const CloseDialog = lazy(async () => ({ default: (await import('./CloseDialog')).CloseDialog }));
const Palette = lazy(async () => ({ default: (await import('../features/palette/Palette')).Palette }));
const Shortcuts = lazy(async () => ({ default: (await import('../features/palette/Shortcuts')).Shortcuts }));

/** The first screen has been drawn by then. */
const AFTER_THE_START_MS = 2_000;

const drawer = (
  <Suspense fallback={null}>
    <WireDrawer />
  </Suspense>
);

/** The window: rail, screen, and what lies over all screens. */
export function Shell(): ReactNode {
  const info = useAnswer('app.info', {});
  const link = useStore(askedLink);
  const closing = useStore(closeAsked);
  const sheetOpen = useStore(sheet).kind !== 'closed';
  useShortcuts();
  useScreenSaid();
  useRunningSaid();
  useAppLook();
  useWantedApproval();
  useApprovalsAtHand();
  const isOver = useIncoming();
  if (info.data?.blocked != null)
    return (
      <Suspense fallback={null}>
        <Blocked info={info.data} error={info.data.blocked} />
      </Suspense>
    );
  return (
    <DrawerSlot value={drawer}>
      <div className={railStyles.app}>
        <button type="button" className={styles['skip']} onClick={() => movePastRail()}>
          {t('app.skip')}
        </button>
        <Rail />
        <div className={railStyles['app-banners']}>
          <Notices notices={info.data?.notices ?? []} />
        </div>
        <main className={railStyles['app-screen']} data-pane="main" tabIndex={-1}>
          <Outlet />
        </main>
        {/* The place of messages and of what waits, also while there is none: nothing above it moves. */}
        <div className={railStyles['app-foot']} data-part="foot">
          <WaitingApprovals />
        </div>
        {isOver && (
          <Announced className={styles['drop']}>
            <Icon name="plus" size={20} /> {t('serverForm.dropHere')}
          </Announced>
        )}
      </div>
      <Suspense fallback={null}>
        {sheetOpen && <Sheets />}
        {closing !== null && <CloseDialog questions={closing} />}
        {link !== null && <LinkDialog approval={link} />}
        <Palette />
        <Shortcuts />
      </Suspense>
    </DrawerSlot>
  );
}

/** Goes to the question the person asked for elsewhere, as by a click on the desktop's notification. */
function useWantedApproval(): void {
  const navigate = useNavigate();
  const wanted = useStore(wantedApproval);
  useEffect(() => {
    if (wanted === null) return;
    wantedApproval.set(null);
    void navigate({ to: '/approvals', search: { item: wanted } });
  }, [wanted, navigate]);
}

/** Has the inbox read before the first question comes, once the start is over. */
function useApprovalsAtHand(): void {
  useEffect(() => {
    // One that fails is loaded again when it is opened.
    const load = () => import('../features/approvals/ApprovalsScreen').catch(() => undefined);
    const timer = setTimeout(() => void load(), AFTER_THE_START_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Below every screen but the approvals themselves: that something waits for the person, unless the screen says so. */
function WaitingApprovals(): ReactNode {
  const navigate = useNavigate();
  const { path, item } = useRouterState({
    select: ({ location }) => ({ path: location.pathname, item: location.search.item }),
    structuralSharing: true,
  });
  const call = useStore(shownCall);
  if (path === '/approvals') return null;
  return (
    <ApprovalStrip
      call={call}
      client={path === '/clients' ? item : undefined}
      onOpen={(entry) => void navigate({ to: '/approvals', search: { item: entry } })}
    />
  );
}
