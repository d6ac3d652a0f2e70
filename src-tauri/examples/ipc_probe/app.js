// The top document of an app's web view, as if somebody had broken into it: it attacks by itself, and has the proxy and
// the page attack.
const probe = { done: false, frames: {} };
window.probe = probe;
window.attackBy = (key, kinds) => {
  const [ofTop, ofProxy, ofPage] = kinds;
  const proxy = document.createElement("iframe");
  addEventListener("message", ({ data }) => {
    if (data?.probe !== "tried") return;
    probe.frames[data.kind] = data.tried;
    probe.done = kinds.every((kind) => kind in probe.frames);
  });
  proxy.addEventListener("load", () => {
    proxy.contentWindow.attackByPage(key, ofPage);
    for (const [where, kind] of [[window, ofTop], [proxy.contentWindow, ofProxy]]) {
      where.postMessage({ probe: "attack", kind, key }, "*");
    }
  });
  proxy.src = "/proxy";
  document.addEventListener("DOMContentLoaded", () => document.body.append(proxy));
  if (document.body) document.body.append(proxy);
};
