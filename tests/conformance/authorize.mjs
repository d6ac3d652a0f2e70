// Loaded before an official suite: each of its requests to the server under test (USHER_ADDRESS) carries the token of a
// client (USHER_TOKEN). The suites have no option for it.
import http from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const { USHER_ADDRESS: address, USHER_TOKEN: token } = process.env;
const authorization = `Bearer ${token}`;
const { origin, host, port } = new URL(address);

const plainFetch = globalThis.fetch;
globalThis.fetch = (input, init = {}) => {
  const isRequest = input instanceof Request;
  if (new URL(isRequest ? input.url : input).origin !== origin) return plainFetch(input, init);
  const headers = new Headers(init.headers ?? (isRequest ? input.headers : undefined));
  headers.set('authorization', authorization);
  return plainFetch(input, { ...init, headers });
};

const plainRequest = http.request;
http.request = (...args) => {
  const request = plainRequest(...args);
  const isOurs = request.getHeader('host') === host || String(args[0]?.port) === port;
  if (isOurs) request.setHeader('authorization', authorization);
  return request;
};
syncBuiltinESMExports();

// What the suites import as undici is another copy than the one behind `fetch`.
const { getGlobalDispatcher, setGlobalDispatcher } = createRequire(process.argv[1])('undici');
const authorized = (dispatch) => (options, handler) => {
  if (new URL(options.origin).origin !== origin) return dispatch(options, handler);
  const { headers } = options;
  const named = headers === null || headers === undefined || !(Symbol.iterator in headers) ? (headers ?? {}) : undefined;
  if (named === undefined) return dispatch(options, handler);
  return dispatch({ ...options, headers: { ...named, authorization } }, handler);
};
setGlobalDispatcher(getGlobalDispatcher().compose(authorized));
