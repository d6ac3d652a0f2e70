// The page of the probe. In the main window it calls once as a page may, steals the key on the way, and
// gives it to six kinds of frames. In the second window, which has no capability, it only calls.
(() => {
  const probe = { done: false, label: "", control: "", stolen: false, misshaped: [], frames: {} };
  window.probe = probe;

  let key = null;
  const plainFetch = window.fetch;
  window.fetch = function (address, options) {
    key = options?.headers?.get?.("Tauri-Invoke-Key") ?? key;
    return plainFetch.call(this, address, options);
  };

  const call = (name) =>
    Promise.race([
      window.__TAURI_INTERNALS__.invoke("rpc", { name, params: {} }).then(
        () => "answered",
        (error) => `refused: ${error}`,
      ),
      new Promise((resolve) => setTimeout(() => resolve("no answer"), 5000)),
    ]);

  const frame = (kind, prepare) =>
    new Promise((resolve) => {
      const element = document.createElement("iframe");
      const giveUp = setTimeout(() => resolve("did not run"), 30_000);
      addEventListener("message", ({ source, data }) => {
        if (source !== element.contentWindow) return;
        if (data?.probe === "ready") source.postMessage({ probe: "attack", kind, key }, "*");
        if (data?.probe === "tried") {
          clearTimeout(giveUp);
          resolve(data.tried);
        }
      });
      prepare(element);
      document.body.append(element);
    }).then((outcome) => {
      probe.frames[kind] = outcome;
    });

  addEventListener("DOMContentLoaded", async () => {
    probe.label = window.__TAURI_INTERNALS__.metadata.currentWebview.label;
    if (probe.label !== "main") {
      probe.control = await call("attack.secondWindow");
      probe.stolen = key !== null;
      probe.done = true;
      return;
    }
    probe.control = await call("control.main");
    probe.stolen = key !== null;
    window.stolenKey = key;
    // What the page itself may not say: more than the two commands, or a command in another shape.
    const misshaped = [
      ["rpc", { name: "attack.misshaped", params: {}, more: 1 }],
      ["rpc", { name: "../attack", params: {} }],
      ["plugin:app|version", {}],
      ["plugin:event|emit", { event: "attack", payload: {} }],
    ];
    for (const [command, payload] of misshaped) {
      void window.__TAURI_INTERNALS__.invoke(command, payload).then(
        () => probe.misshaped.push(command),
        () => {},
      );
    }
    const html = `<!doctype html><script>${window.frameSource}</script>`;
    await Promise.all([
      frame("sameOrigin", (element) => { element.src = "own.html"; }),
      frame("opaque", (element) => { element.sandbox = "allow-scripts"; element.src = "own.html"; }),
      frame("srcdoc", (element) => { element.srcdoc = html; }),
      frame("data", (element) => { element.src = `data:text/html,${encodeURIComponent(html)}`; }),
      frame("blob", (element) => { element.src = URL.createObjectURL(new Blob([html], { type: "text/html" })); }),
      frame("scheme", (element) => { element.src = "probe://localhost/"; }),
    ]);
    // The page itself must still be able to call when all is over.
    probe.after = await call("control.after");
    probe.done = true;
  });
})();
