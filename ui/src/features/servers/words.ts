import type { Era, HttpTransport } from '../../api/generated/contract';

export const ERAS: Record<Era, string> = { legacy: 'legacy handshake', modern: 'modern, per request' };

export const TRANSPORTS: Record<HttpTransport, string> = {
  streamableHttp: 'Streamable HTTP',
  httpSse: 'HTTP+SSE',
};
