import { useState } from 'react';
import { call, toApiError } from '../../api/client';
import type { WebtoolPreview } from '../../api/generated/contract';
import type { Draft } from './draft';
import { messageText } from '../../words/message';

/** What a look at an address has come to. */
export type WebtoolLooking =
  /** Nothing of the kind; `message` says why not, which is told only if it is no server either. */
  | { kind: 'none'; message: string }
  | { kind: 'running' }
  /** `of` is what was looked at: its label and token belong to what was found. */
  | { kind: 'found'; preview: WebtoolPreview; of: Draft }
  /** It wants to be a webtool, but cannot be used. */
  | { kind: 'broken'; message: string };

const NOTHING: WebtoolLooking = { kind: 'none', message: '' };

/** Before an address is tried as a server, it is looked whether it is a webtool. Only when the person asks. */
export function useWebtoolDiscovery() {
  const [looking, setLooking] = useState<WebtoolLooking>(NOTHING);
  const look = async (draft: Draft): Promise<WebtoolLooking['kind']> => {
    setLooking({ kind: 'running' });
    const next = await lookAt(draft);
    setLooking(next);
    return next.kind;
  };
  return {
    looking,
    look,
    forget: () => setLooking(NOTHING),
  };
}

async function lookAt(draft: Draft): Promise<WebtoolLooking> {
  try {
    const found = await call('webtool.discover', { url: draft.url.trim(), token: tokenOf(draft) });
    if (found.kind === 'webtool') return { kind: 'found', preview: found.preview, of: draft };
    if (found.kind === 'broken') return { kind: 'broken', message: messageText(found.message) };
    return { kind: 'none', message: messageText(found.message) };
  } catch (error) {
    // Then it is tried as a server.
    return { kind: 'none', message: toApiError(error).message };
  }
}

/** The token in a draft's headers, if one is typed there. */
export function tokenOf(draft: Draft): string | null {
  const header = draft.headers.find(({ name }) => name.trim().toLowerCase() === 'authorization');
  const [, token] = /^bearer\s+(.+)$/i.exec(header?.value.trim() ?? '') ?? [];
  return token ?? null;
}

/** Whether pasted text wants to be an OpenAPI document rather than a configuration. */
export function looksLikeOpenApi(text: string): boolean {
  return (
    (/^\s*\{/.test(text) && /"(?:openapi|swagger)"\s*:/.test(text)) || /^(?:openapi|swagger)\s*:/m.test(text)
  );
}
