import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createFakeHost } from '../../host/fake';
import type { ToolDetail } from '../../api/generated/contract';
import { sourceGone } from '../../lib/removedSources';
import { useDraft } from './drafts';

const [given] = createFakeHost().world.tools;

function tool(name: string, serverId: string): ToolDetail {
  if (given === undefined) throw new Error('the fake host has tools');
  const head = { ...given.head, name, serverId: serverId as ToolDetail['head']['serverId'] };
  return { ...given, head, inputSchema: { type: 'object', properties: { password: { type: 'string' } } } };
}

/** Types a secret for a tool. */
function typeFor(one: ToolDetail): void {
  const { result } = renderHook(() => useDraft(one));
  act(() => result.current[1]({ value: { password: 'hunter2' } }));
}

const valueOf = (one: ToolDetail) => renderHook(() => useDraft(one)).result.current[0].value;

test('what was typed for the tools of a server goes with it', () => {
  const [gone, stays] = [tool('sign_in', 'a'), tool('sign_in', 'ab')];
  typeFor(gone);
  typeFor(stays);
  act(() => sourceGone('a'));
  expect([valueOf(gone), valueOf(stays)]).toEqual([{}, { password: 'hunter2' }]);
});

test('the latest fifty are kept', () => {
  const tools = Array.from({ length: 51 }, (_, index) => tool(`tool_${index}`, 'a'));
  tools.forEach(typeFor);
  const [first, second] = tools;
  if (first === undefined || second === undefined) throw new Error('tools');
  expect([valueOf(first), valueOf(second)]).toEqual([{}, { password: 'hunter2' }]);
});
