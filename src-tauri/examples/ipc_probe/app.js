// The outer document of an app, as if somebody had broken into it: it attacks by itself, and has its page attack.
const probe = { done: false, frames: {} };
window.probe = probe;
window.attackBy = (key) => {
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts";
  addEventListener("message", ({ data }) => {
    if (data?.probe !== "tried") return;
    probe.frames[data.kind] = data.tried;
    probe.done = "appDocument" in probe.frames && "appPage" in probe.frames;
  });
  frame.addEventListener("load", () => {
    frame.contentWindow.postMessage({ probe: "attack", kind: "appPage", key }, "*");
    window.postMessage({ probe: "attack", kind: "appDocument", key }, "*");
  });
  frame.src = "/view";
  document.addEventListener("DOMContentLoaded", () => document.body.append(frame));
  if (document.body) document.body.append(frame);
};
