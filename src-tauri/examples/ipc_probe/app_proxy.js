// The proxy document of an app, as if somebody had broken into it. PAGE and SANDBOX are those of the app.
window.attackByPage = (key, kind) => {
  const frame = document.createElement("iframe");
  frame.sandbox = SANDBOX;
  addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow && data?.probe === "tried") parent.postMessage(data, "*");
  });
  frame.addEventListener("load", () => frame.contentWindow.postMessage({ probe: "attack", kind, key }, "*"));
  frame.src = PAGE;
  document.body.append(frame);
};
