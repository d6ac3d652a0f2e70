/** An address cut around its host. */
export interface AddressParts {
  before: string;
  host: string;
  after: string;
}

/** The address exactly as it would be opened. */
export function fullAddress({ before, host, after }: AddressParts): string {
  return before + host + after;
}

/** Cuts an address around its host; one that cannot be read has none. */
export function addressParts(address: string): AddressParts {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\]*)/iu.exec(address);
  if (authority === null || !URL.canParse(address)) return { before: '', host: '', after: address };
  const [whole, inner = ''] = authority;
  const ofUser = inner.lastIndexOf('@') + 1;
  const host = inner.slice(ofUser).replace(/:\d*$/u, '');
  const start = whole.length - inner.length + ofUser;
  return { before: address.slice(0, start), host, after: address.slice(start + host.length) };
}
