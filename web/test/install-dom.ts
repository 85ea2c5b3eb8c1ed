import { Window } from "happy-dom";

/** Where the dashboard believes to be: `startBackend` of web/src/parts/test-page.tsx leads its requests to a server. */
const ADDRESS = "http://dashboard.test/app/";
const WIDTH = 1280;
const HEIGHT = 800;

// The server that tests ask runs in this process as well: what Node has stays, such as `fetch` and `AbortSignal` (D487).
const REPLACED = ["Event", "CustomEvent", "navigator", "localStorage", "sessionStorage"];

if (!("document" in globalThis)) {
  const window = new Window({ url: ADDRESS, width: WIDTH, height: HEIGHT });
  for (const name of namesOf(window)) {
    if (name in globalThis && !REPLACED.includes(name)) continue;
    const value = name === "window" ? window : window[name as keyof typeof window];
    // Functions such as getComputedStyle, not classes.
    const isCall = typeof value === "function" && /^[a-z]/.test(name);
    Object.defineProperty(globalThis, name, {
      value: isCall ? value.bind(window) : value,
      configurable: true,
      writable: true,
    });
  }
  // Fields that grow with their text wait for fonts, which happy-dom does not know.
  Object.defineProperty(document, "fonts", { value: new EventTarget() });
  // Nothing is laid out, so every element is as large as the window: lists render the rows that one has room for.
  const sizes = { offsetWidth: WIDTH, offsetHeight: HEIGHT, clientWidth: WIDTH, clientHeight: HEIGHT };
  for (const [name, value] of Object.entries(sizes))
    Object.defineProperty(HTMLElement.prototype, name, { value, configurable: true });
}

function namesOf(object: object): string[] {
  const names: string[] = [];
  for (let at = object; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    names.push(...Object.getOwnPropertyNames(at));
  return [...new Set(names)].filter((name) => name !== "constructor");
}
