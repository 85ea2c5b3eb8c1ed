// The guest's own part of the sandbox: plain JavaScript that QuickJS evaluates before anything else.
// Whatever a script does to this code harms that script's run only: limits are kept on the other side of `bridge`,
// which takes and gives JSON text alone, because strings cross the border cut at NUL otherwise.
(bridge, ...parts) => {
  const { parse, stringify } = JSON;
  const { imul } = Math;
  const { fromCharCode } = String;
  const { apply } = Reflect;
  const waiting = new Map();
  let nextId = 1;
  let outputBytes = 0;

  /** Calls an operation of the host; throws what the host refuses. */
  function call(operation, ...args) {
    const reply = parse(bridge(operation, stringify(args)));
    if (reply.error === undefined) return reply.value;
    throw reply.error.kind === "type" ? new TypeError(reply.error.message) : new Error(reply.error.message);
  }

  function expose(name, value) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }

  /** The bytes of an ArrayBuffer or a view of one; undefined for anything else. */
  function viewBytes(input) {
    if (input instanceof ArrayBuffer) return new Uint8Array(input);
    if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
    return undefined;
  }

  /** Bytes cross the border as text, one character for each. */
  function toBinary(bytes) {
    let binary = "";
    for (let start = 0; start < bytes.length; start += 4096) {
      binary += apply(fromCharCode, undefined, bytes.subarray(start, start + 4096));
    }
    return binary;
  }

  function fromBinary(binary) {
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
    return bytes;
  }

  function inspect(value) {
    if (typeof value === "string") return value;
    if (typeof value === "function") return `[function ${value.name || "anonymous"}]`;
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value !== "object" || value === null) return String(value);
    try {
      if (value instanceof Error) return `${value.name}: ${value.message}`;
      return (
        stringify(value, (_key, inner) => (typeof inner === "bigint" ? `${inner}n` : inner)) ?? String(value)
      );
    } catch {
      return Object.prototype.toString.call(value);
    }
  }

  let logFull = false;
  function writer(prefix) {
    return (...values) => {
      if (!logFull) logFull = call("log", prefix + values.map(inspect).join(" "));
    };
  }
  expose("console", {
    log: writer(""),
    info: writer(""),
    debug: writer(""),
    warn: writer("[warn] "),
    error: writer("[error] "),
  });

  expose("setTimeout", (callback, delayMs, ...args) => {
    if (typeof callback !== "function") throw new TypeError("setTimeout needs a function.");
    const id = nextId++;
    call("timer.start", id, Number(delayMs) || 0);
    waiting.set(id, () => {
      try {
        callback(...args);
      } catch (error) {
        globalThis.console.error("Uncaught in setTimeout:", error);
      }
    });
    return id;
  });
  expose("clearTimeout", (id) => {
    if (waiting.delete(id)) call("timer.stop", id);
  });
  expose("queueMicrotask", (callback) => {
    Promise.resolve().then(() => callback());
  });

  function fail(kind, message, stack = "") {
    bridge("failed", stringify({ kind, message, stack }));
  }

  function failWith(reason) {
    try {
      if (!(reason instanceof Error)) fail("thrown", `The code threw ${inspect(reason)}.`);
      else if (reason.name === "Error") fail("thrown", String(reason.message), String(reason.stack));
      else fail("thrown", `${reason.name}: ${reason.message}`, String(reason.stack));
    } catch {
      fail("thrown", "The code threw a value that cannot be shown.");
    }
  }

  function finish(value) {
    let text;
    try {
      if (value instanceof Promise) return fail("output", "The result is a promise, which JSON cannot hold.");
      text = stringify(value === undefined ? null : value);
    } catch (error) {
      if (error instanceof InternalError) return failWith(error);
      return fail(
        "output",
        `The result cannot be written as JSON: ${inspect(error)}.`,
        String(error?.stack ?? ""),
      );
    }
    if (text === undefined) return fail("output", `The result is a ${typeof value}, which JSON cannot hold.`);
    if (text.length > outputBytes) return fail("output", `The result is larger than ${outputBytes} bytes.`);
    bridge("done", text);
  }

  const later = (id) => new Promise((resolve) => waiting.set(id, resolve));
  const newId = () => nextId++;

  const tools = { call, expose, inspect, later, newId, viewBytes, toBinary, fromBinary };
  // What a part returns is for the parts after it.
  for (const part of parts) Object.assign(tools, part(tools));

  /** xoshiro128**: every run begins with the same engine, whose own random numbers would be the same, too. */
  function createRandom() {
    let [a, b, c, d] = call("seeds");
    const rotate = (word, by) => (word << by) | (word >>> (32 - by));
    const next = () => {
      const result = imul(rotate(imul(b, 5), 7), 9) >>> 0;
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = rotate(d, 11);
      return result;
    };
    // 53 bits, as the language has them.
    return () => (next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53;
  }

  let nextRandom;
  Object.defineProperty(Math, "random", {
    value: () => {
      nextRandom ??= createRandom();
      return nextRandom();
    },
    writable: true,
    configurable: true,
  });

  return {
    install(json) {
      const { globals, ...limits } = parse(json);
      outputBytes = limits.outputBytes;
      for (const name of Object.keys(globals)) expose(name, globals[name]);
    },
    async start(main) {
      try {
        finish(await main());
      } catch (reason) {
        failWith(reason);
      }
    },
    finish,
    failWith,
    settle(json) {
      const { id, value } = parse(json);
      const resume = waiting.get(id);
      waiting.delete(id);
      resume?.(value);
    },
  };
};
