import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { call, toApiError } from '../../api/client';
import type { ApiError, FieldFault } from '../../api/client';
import type { ServerId, ServerSnapshot, TestId, TestReport } from '../../api/generated/contract';
import { UNKEPT, useAnswer } from '../../api/queries';
import { draftFromPaste, emptyDraft, sameDraft, toServerDraft, withStoredSecrets, withTitle } from './draft';
import type { Draft } from './draft';
import { looksLikeOpenApi } from './useWebtoolDiscovery';

/** What *Test connection* has come to. An answer speaks only about the draft it was made with. */
export type TestState =
  | { kind: 'none' }
  | { kind: 'running'; startedAt: number; id: TestId }
  | { kind: 'done'; report: TestReport; of: Draft }
  | { kind: 'refused'; error: ApiError; of: Draft };

/** What a test says about a server. To want a sign-in is no failure: the server is there and answers. */
export function verdictOf({ failure }: TestReport): 'works' | 'needsSignIn' | 'failed' {
  if (failure === null) return 'works';
  return failure.kind === 'unauthorized' ? 'needsSignIn' : 'failed';
}

/** Where the sheet stands with saving. */
export type SaveState = { kind: 'idle' } | { kind: 'saving' } | { kind: 'refused'; error: ApiError };

/** Whether drafts are those that were read, by whatever name: a test may have found another one. */
const isAsFilled = (drafts: readonly Draft[], filled: readonly Draft[]): boolean =>
  drafts.length === filled.length &&
  drafts.every((draft, at) => sameDraft({ ...draft, label: '' }, { ...(filled[at] ?? draft), label: '' }));

const NONE: ReadonlySet<number> = new Set();

interface Start {
  drafts: Draft[];
  paste: string;
  serverId: ServerId | null;
  /** What is stored, where the drafts were changed before. */
  stored?: Draft;
}

/** Everything the server sheet holds and does. Nothing typed leaves it except through the core. */
export function useServerForm(start: Start) {
  const [drafts, setDrafts] = useState(start.drafts);
  const [active, setActive] = useState(0);
  // Those of several that are not to be added together with the others.
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(NONE);
  const [original, setOriginal] = useState(start.stored === undefined ? start.drafts : [start.stored]);
  const [paste, setPaste] = useState(start.paste);
  const [test, setTest] = useState<TestState>({ kind: 'none' });
  const [save, setSave] = useState<SaveState>({ kind: 'idle' });
  const [readText, setReadText] = useState('');
  // What the paste field has put into the form.
  const [filled, setFilled] = useState<readonly Draft[] | null>(null);
  const [settled] = useDebouncedValue(paste, 150);
  const draft = drafts[active] ?? drafts[0] ?? emptyDraft();

  const isOpenApi = start.serverId === null && looksLikeOpenApi(settled);
  // Pasted text may hold secrets.
  const document = useAnswer('webtool.parse', isOpenApi ? { text: settled } : null, UNKEPT);

  const reading = useAnswer(
    'server.readPaste',
    settled.trim() === '' || isOpenApi ? null : { text: settled },
    UNKEPT,
  );

  // A new reading fills the form, once: what the person types afterwards stays.
  if (reading.data?.kind === 'servers' && readText !== settled) {
    const found = reading.data.servers.map(draftFromPaste);
    setReadText(settled);
    setDrafts(found);
    setFilled(found);
    setSkipped(NONE);
    setOriginal([emptyDraft()]);
    setActive(0);
    setTest({ kind: 'none' });
    setSave({ kind: 'idle' });
  }

  // Of a text that is gone, nothing stays but what the person has typed since.
  const isNothing =
    settled.trim() === '' || isOpenApi || (reading.data ?? { kind: 'servers' }).kind !== 'servers';
  if (filled !== null && isNothing && readText !== settled) {
    setReadText(settled);
    setFilled(null);
    if (isAsFilled(drafts, filled)) {
      setDrafts([emptyDraft()]);
      setSkipped(NONE);
      setActive(0);
      setTest({ kind: 'none' });
      setSave({ kind: 'idle' });
    }
  }

  const change = (patch: Partial<Draft>) => {
    setDrafts((all) => all.map((one, index) => (index === active ? { ...one, ...patch } : one)));
    setSave((state) => (state.kind === 'refused' ? { kind: 'idle' } : state));
  };

  const running = test.kind === 'running' ? test.id : null;
  useEffect(() => {
    if (running === null) return undefined;
    // Nobody waits for it any more. One that is over ends nothing.
    return () => {
      call('server.endTest', { testId: running }).catch(() => {});
    };
  }, [running]);

  const runTest = async () => {
    const testId = crypto.randomUUID() as TestId;
    setTest({ kind: 'running', startedAt: Date.now(), id: testId });
    const end = (state: TestState) =>
      setTest((now) => (now.kind === 'running' && now.id === testId ? state : now));
    setSave({ kind: 'idle' });
    try {
      const { serverId } = start;
      const report = await call('server.test', { draft: toServerDraft(draft), serverId, testId });
      const of = withTitle(draft, report.negotiated?.serverTitle ?? null);
      setDrafts((all) => all.map((one) => (one === draft ? of : one)));
      end({ kind: 'done', report, of });
    } catch (cause) {
      end({ kind: 'refused', error: toApiError(cause), of: draft });
    }
  };

  const store = (one: Draft): Promise<ServerSnapshot> =>
    start.serverId === null
      ? call('server.add', { draft: toServerDraft(one) })
      : call('server.update', { serverId: start.serverId, draft: toServerDraft(one) });

  /** Saves the draft in the form; `null` when the core refused it. */
  const saveOne = async (): Promise<ServerSnapshot | null> => {
    setSave({ kind: 'saving' });
    try {
      const server = await store(draft);
      setSave({ kind: 'idle' });
      if (start.serverId !== null) {
        const kept = withStoredSecrets({ ...draft, label: server.label });
        setDrafts([kept]);
        setOriginal([kept]);
      }
      return server;
    } catch (cause) {
      setSave({ kind: 'refused', error: toApiError(cause) });
      return null;
    }
  };

  const wanted = drafts.filter((_, index) => !skipped.has(index));

  /** Saves all drafts that are wanted in turn. Those that are refused stay in the form. */
  const saveAll = async (): Promise<ServerSnapshot[]> => {
    setSave({ kind: 'saving' });
    const saved: ServerSnapshot[] = [];
    const left: Draft[] = [];
    let error: ApiError | null = null;
    for (const one of wanted) {
      try {
        // One after the other, so that the order of the list is the order of the paste.
        // oxlint-disable-next-line no-await-in-loop
        saved.push(await store(one));
      } catch (cause) {
        error ??= toApiError(cause);
        left.push(one);
      }
    }
    if (error !== null) {
      setDrafts(left);
      setSkipped(NONE);
      setActive(0);
      setSave({ kind: 'refused', error });
    }
    return saved;
  };

  /** Puts back what is stored. */
  const reset = () => {
    setDrafts(original);
    setTest({ kind: 'none' });
    setSave({ kind: 'idle' });
  };

  /** Forgets one of several pasted servers after it was saved. */
  const drop = () => {
    setDrafts((all) => all.filter((_, index) => index !== active));
    setSkipped(
      (all) => new Set([...all].filter((at) => at !== active).map((at) => (at > active ? at - 1 : at))),
    );
    setActive(0);
    setTest({ kind: 'none' });
  };

  const outdated = (test.kind === 'done' || test.kind === 'refused') && !sameDraft(test.of, draft);
  const current: TestState = outdated ? { kind: 'none' } : test;
  const error = save.kind === 'refused' ? save.error : current.kind === 'refused' ? current.error : null;
  return {
    draft,
    drafts,
    active,
    choose: (index: number) => {
      setActive(index);
      setTest({ kind: 'none' });
      setSave({ kind: 'idle' });
    },
    /** Those of several that are added together. */
    wanted,
    want: (index: number, isWanted: boolean) =>
      setSkipped((before) => {
        const next = new Set(before);
        if (isWanted) next.delete(index);
        else next.add(index);
        return next;
      }),
    change,
    paste,
    setPaste,
    reading: settled.trim() === '' ? undefined : reading.data,
    readingError: isOpenApi ? document.error : reading.error,
    /** The OpenAPI document that was pasted. */
    document: isOpenApi ? document.data : undefined,
    test: current,
    verdict: current.kind === 'done' ? verdictOf(current.report) : null,
    runTest,
    cancelTest: () => setTest({ kind: 'none' }),
    save,
    saveOne,
    saveAll,
    drop,
    reset,
    error,
    /** What is wrong with one field, in the core's words. */
    fault: (field: string): string | undefined =>
      error?.fields.find((one: FieldFault) => one.field === field)?.message,
    changed: drafts.length > 1 || !sameDraft(draft, original[0] ?? emptyDraft()),
  };
}

export type ServerForm = ReturnType<typeof useServerForm>;
