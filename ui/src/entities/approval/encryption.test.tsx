import { expect, test } from 'vitest';
import type { Address } from '../../api/generated/contract';
import { URL_APPROVAL } from '../../host/fake';
import { renderPart } from '../../test/render';
import { coreMessage } from '../../words/message';
import { t } from '../../words/translate';
import { AddressPane } from './AddressPane';

const SCHEME = coreMessage('address.scheme');

test.each<[before: string, change: Partial<Address>, said: 'encrypted' | 'unencrypted' | 'otherScheme']>([
  ['https://', {}, 'encrypted'],
  ['HTTPS://', {}, 'encrypted'],
  ['http://', { warnings: [{ kind: 'unencrypted' }] }, 'unencrypted'],
  ['ftp://', { refused: SCHEME }, 'otherScheme'],
  ['ws://', { refused: SCHEME }, 'otherScheme'],
  ['wss://', { refused: SCHEME }, 'otherScheme'],
])('an address that begins with %s is said to be encrypted only if it is', (before, change, said) => {
  const { request } = URL_APPROVAL;
  const address = { ...request.address, before, ...change };
  const { container } = renderPart(<AddressPane address={address} otherHost={null} />);
  const terms = [...container.querySelectorAll('dt')].map((term) => term.textContent);
  const all = (['encrypted', 'unencrypted', 'otherScheme'] as const).map((each) =>
    t(`approvals.urlCheck.${each}`),
  );
  expect(terms.filter((term) => all.includes(term))).toEqual([t(`approvals.urlCheck.${said}`)]);
});
