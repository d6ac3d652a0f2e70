// Every way that a script has into the network. What throws was tried all the same.
const at = (way, scheme = 'https') => `${scheme}://${way}.${VIEW}.example/`;
const ways = [
  () => fetch(at('fetch')),
  () => fetch(at('declared')),
  () => fetch(at('rebound')),
  () => fetch('http://127.0.0.1:8080/'),
  () => new WebSocket(at('websocket', 'wss')),
  () => new WebSocket(at('websocket-plain', 'ws')),
  () => new EventSource(at('events')),
  () => navigator.sendBeacon(at('beacon'), 'x'),
  () => import(at('import')),
  () => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:stun.${VIEW}.example` }] });
    peer.createDataChannel('x');
    return peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  },
  ...['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'modulepreload'].map((rel) => () => {
    const link = document.createElement('link');
    Object.assign(link, { rel, as: 'script', href: at(`added-${rel}`) });
    document.head.append(link);
  }),
];
for (const way of ways) {
  try {
    Promise.resolve(way()).catch(() => {});
  } catch {
    // The next one.
  }
}
window.tried = true;
