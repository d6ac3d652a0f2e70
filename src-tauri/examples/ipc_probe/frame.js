// Waits for the page's word: which kind of frame this is, and the key that was stolen.
addEventListener("message", async ({ data }) => {
  if (data?.probe !== "attack") return;
  const tried = [];
  for (const [which, key] of [["NoKey", "a guess"], ["Key", data.key]]) {
    const call = (route) => ({ name: `attack.${data.kind}${route}${which}`, params: {} });
    const attempt = async (route, go) => {
      const unanswered = new AbortController();
      try {
        // What is never answered has been sent all the same. It is aborted only after that is noted: as an error it
        // would count as refused.
        const patience = new Promise((resolve) => setTimeout(resolve, 1500));
        await Promise.race([go(call(route), unanswered.signal), patience]);
        tried.push(`${route}${which}: sent`);
      } catch (error) {
        tried.push(`${route}${which}: ${error}`);
      }
      unanswered.abort();
    };
    await attempt("Fetch", async (payload, signal) => {
      const headers = {
        "Content-Type": "application/json",
        "Tauri-Callback": "1",
        "Tauri-Error": "2",
        "Tauri-Invoke-Key": key,
      };
      await fetch("ipc://localhost/rpc", { method: "POST", signal, headers, body: JSON.stringify(payload) });
    });
    await attempt("Message", (payload) => {
      const message = { cmd: "rpc", callback: 1, error: 2, payload, options: {}, __TAURI_INVOKE_KEY__: key };
      webkit.messageHandlers.ipc.postMessage(JSON.stringify(message));
    });
    await attempt("Internals", (payload) => window.__TAURI_INTERNALS__.invoke("rpc", payload));
    // The isolation frame encrypts for the page; a frame beside it may try to have it do the same.
    if (data.kind !== "sameOrigin" && data.kind !== "blob" && data.kind !== "srcdoc") {
      await attempt("Isolation", (payload) => {
        for (let index = 0; index < parent.length; index += 1) {
          parent[index].postMessage({ cmd: "rpc", callback: 1, error: 2, payload, options: {} }, "*");
        }
      });
    }
  }
  parent.postMessage({ probe: "tried", kind: data.kind, tried }, "*");
});
parent.postMessage({ probe: "ready" }, "*");
