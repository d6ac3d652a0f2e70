import type { Era, HttpTransport, LogLevel } from '../../api/generated/contract';

export const ERAS: Record<Era, string> = { legacy: 'legacy handshake', modern: 'modern, per request' };

export const TRANSPORTS: Record<HttpTransport, string> = {
  streamableHttp: 'Streamable HTTP',
  httpSse: 'HTTP+SSE',
};

/** Lowest first. */
export const LOG_LEVELS: readonly LogLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];
