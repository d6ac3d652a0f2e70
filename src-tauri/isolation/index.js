// Every message of the page passes here before Tauri encrypts it for the core. What is not one of the
// two commands, in exactly their shape, stops here: the page then gets no answer.
(() => {
  const only = (value, keys) =>
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).length === keys.length &&
    keys.every((key) => Object.hasOwn(value, key));

  const shapes = new Map([
    ["rpc", (payload) => only(payload, ["name", "params"]) && /^[a-z][a-zA-Z]*\.[a-zA-Z]+$/.test(payload.name)],
    ["subscribe", (payload) => only(payload, ["channel"])],
    // How Tauri delivers a channel message too large for a script call.
    ["plugin:__TAURI_CHANNEL__|fetch", (payload) => payload === null || only(payload, [])],
  ]);

  window.__TAURI_ISOLATION_HOOK__ = (message) => {
    const fits = shapes.get(message.cmd);
    if (fits === undefined || !fits(message.payload)) {
      throw new Error(`Usher's page may not send this message: ${String(message.cmd)}`);
    }
    return message;
  };
})();
