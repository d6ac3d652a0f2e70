import type { HttpTransport } from '../../api/generated/contract';

export const TRANSPORTS: Record<HttpTransport, string> = {
  streamableHttp: 'Streamable HTTP',
  httpSse: 'HTTP+SSE',
};
