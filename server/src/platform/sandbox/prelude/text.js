// Guest code: text encoding, base64, hashes and structuredClone.
({ call, expose, inspect, viewBytes, toBinary, fromBinary, Blob }) => {
  function bytesOf(input) {
    const bytes = viewBytes(input);
    if (bytes !== undefined) return bytes;
    throw new TypeError("Expected an ArrayBuffer or a typed array.");
  }

  expose(
    "TextEncoder",
    class TextEncoder {
      encoding = "utf-8";
      encode(text = "") {
        return fromBinary(call("utf8.encode", String(text)));
      }
    },
  );
  expose(
    "TextDecoder",
    class TextDecoder {
      constructor(encoding = "utf-8", { fatal = false, ignoreBOM = false } = {}) {
        if (!/^utf-?8$/i.test(encoding))
          throw new RangeError(`TextDecoder knows utf-8 only, not ${encoding}.`);
        this.encoding = "utf-8";
        this.fatal = Boolean(fatal);
        this.ignoreBOM = Boolean(ignoreBOM);
      }
      decode(input = new Uint8Array()) {
        return call("utf8.decode", toBinary(bytesOf(input)), this.fatal, this.ignoreBOM);
      }
    },
  );
  expose("atob", (text) => call("base64.decode", String(text)));
  expose("btoa", (text) => call("base64.encode", String(text)));
  expose("hash", (algorithm, text) => call("hash", String(algorithm), String(text)));
  expose("hmac", (algorithm, key, text) => call("hmac", String(algorithm), String(key), String(text)));
  expose("crypto", { randomUUID: () => call("uuid") });

  function cloneObject(value, seen, clone) {
    if (value instanceof Date) return new Date(value.getTime());
    // Nothing can change one.
    if (value instanceof Blob) return value;
    if (value instanceof RegExp) return new RegExp(value.source, value.flags);
    if (value instanceof ArrayBuffer) return value.slice(0);
    if (value instanceof DataView)
      return new DataView(value.buffer.slice(0), value.byteOffset, value.byteLength);
    if (ArrayBuffer.isView(value)) return value.slice();
    if (value instanceof Boolean || value instanceof Number || value instanceof String)
      return Object(value.valueOf());
    const keep = (copy) => {
      seen.set(value, copy);
      return copy;
    };
    if (value instanceof Map) {
      const copy = keep(new Map());
      for (const [key, inner] of value) copy.set(clone(key), clone(inner));
      return copy;
    }
    if (value instanceof Set) {
      const copy = keep(new Set());
      for (const inner of value) copy.add(clone(inner));
      return copy;
    }
    if (value instanceof Error) {
      const copy = keep(
        new globalThis[value.constructor.name in globalThis ? value.constructor.name : "Error"](
          value.message,
        ),
      );
      return Object.assign(copy, { stack: value.stack });
    }
    const copy = keep(Array.isArray(value) ? new Array(value.length) : {});
    for (const key of Object.keys(value)) {
      const descriptor = { value: clone(value[key]), writable: true, enumerable: true, configurable: true };
      Object.defineProperty(copy, key, descriptor);
    }
    return copy;
  }

  expose("structuredClone", (root) => {
    const seen = new Map();
    const clone = (value) => {
      if (typeof value === "function" || typeof value === "symbol" || value instanceof Promise) {
        throw new TypeError(`${inspect(value)} cannot be cloned.`);
      }
      if (typeof value !== "object" || value === null) return value;
      if (seen.has(value)) return seen.get(value);
      return cloneObject(value, seen, clone);
    };
    return clone(root);
  });
};
