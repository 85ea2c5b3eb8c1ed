// Guest code: Blob, File and FormData, and how fetch sends them.
({ call, expose, viewBytes, toBinary, fromBinary }) => {
  /** The text of a part's bytes, one character for each. */
  function encodePart(part) {
    if (part instanceof Blob) return readBlob(part);
    const bytes = viewBytes(part);
    return bytes === undefined ? call("utf8.encode", String(part)) : toBinary(bytes);
  }

  let readBlob;
  class Blob {
    #binary;
    #type;
    static {
      readBlob = (blob) => blob.#binary;
    }
    constructor(parts = [], { type = "" } = {}) {
      if (typeof parts !== "object" || typeof parts?.[Symbol.iterator] !== "function")
        throw new TypeError(
          "A Blob is made of a list of parts: texts, ArrayBuffers, typed arrays and Blobs.",
        );
      this.#binary = [...parts].map(encodePart).join("");
      this.#type = toType(type);
    }
    get size() {
      return this.#binary.length;
    }
    get type() {
      return this.#type;
    }
    slice(start, end, type = "") {
      const part = new Blob([], { type });
      part.#binary = this.#binary.slice(start, end);
      return part;
    }
    async text() {
      return call("utf8.decode", this.#binary, false, false);
    }
    async bytes() {
      return fromBinary(this.#binary);
    }
    async arrayBuffer() {
      return fromBinary(this.#binary).buffer;
    }
    get [Symbol.toStringTag]() {
      return this instanceof File ? "File" : "Blob";
    }
    /** The standard's `{}` would lose the bytes without a word. */
    toJSON() {
      throw new TypeError(
        "A Blob cannot be written as JSON; send it with fetch, or read it with text() or bytes().",
      );
    }
  }
  expose("Blob", Blob);

  class File extends Blob {
    #name;
    #lastModified;
    constructor(parts, name, { lastModified = Date.now(), ...options } = {}) {
      if (name === undefined) throw new TypeError("A File needs its parts and a name.");
      super(parts, options);
      this.#name = String(name);
      this.#lastModified = Math.trunc(Number(lastModified)) || 0;
    }
    get name() {
      return this.#name;
    }
    get lastModified() {
      return this.#lastModified;
    }
  }
  expose("File", File);

  function toType(type) {
    const text = String(type);
    return /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : "";
  }

  class FormData {
    #entries = [];
    constructor(form) {
      if (form !== undefined) throw new TypeError("new FormData() takes no form; use append.");
    }
    append(...given) {
      this.#entries.push(toEntry(given));
    }
    set(...given) {
      const entry = toEntry(given);
      const first = this.#entries.findIndex(([name]) => name === entry[0]);
      this.delete(entry[0]);
      this.#entries.splice(first < 0 ? this.#entries.length : first, 0, entry);
    }
    delete(name) {
      this.#entries = this.#entries.filter(([key]) => key !== String(name));
    }
    get(name) {
      return this.getAll(name)[0] ?? null;
    }
    getAll(name) {
      return this.#entries.filter(([key]) => key === String(name)).map(([, value]) => value);
    }
    has(name) {
      return this.#entries.some(([key]) => key === String(name));
    }
    forEach(callback) {
      for (const [name, value] of this) callback(value, name, this);
    }
    entries() {
      return this.#entries.map((entry) => [...entry]).values();
    }
    keys() {
      return this.#entries.map(([name]) => name).values();
    }
    values() {
      return this.#entries.map(([, value]) => value).values();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    get [Symbol.toStringTag]() {
      return "FormData";
    }
    toJSON() {
      throw new TypeError("A FormData cannot be written as JSON; send it with fetch.");
    }
  }
  expose("FormData", FormData);

  function toEntry(given) {
    const [name, value, fileName] = given;
    if (given.length < 2) throw new TypeError("FormData needs a name and a value.");
    if (value instanceof Blob) {
      const isNamed = value instanceof File && fileName === undefined;
      const named = () => new File([value], fileName ?? "blob", { type: value.type });
      return [String(name), isNamed ? value : named()];
    }
    if (fileName !== undefined) throw new TypeError("Only a Blob or a File can have a file name.");
    return [String(name), String(value)];
  }

  const toLines = (text) => text.replace(/\r\n|\r|\n/g, "\r\n");
  const escapeName = (text) => text.replace(/["\r\n]/g, (character) => escapes[character]);
  const escapes = { '"': "%22", "\r": "%0D", "\n": "%0A" };

  /** A form as browsers send it (RFC 7578); every attempt of a step sends the same bytes. */
  function encodeForm(form) {
    const parts = [...form].map(([name, value]) => {
      const head = `Content-Disposition: form-data; name="${escapeName(toLines(name))}"`;
      if (typeof value === "string") return call("utf8.encode", `${head}\r\n\r\n${toLines(value)}`);
      const type = `Content-Type: ${value.type || "application/octet-stream"}`;
      const fileHead = `${head}; filename="${escapeName(value.name)}"\r\n${type}\r\n\r\n`;
      return call("utf8.encode", fileHead) + readBlob(value);
    });
    let boundary = "";
    for (let n = 0; boundary === "" || parts.some((part) => part.includes(boundary)); n++)
      boundary = `----JunctorForm${n}`;
    const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("");
    return { binary: `${body}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` };
  }

  /** A Blob or FormData as fetch sends it; undefined for anything else. */
  function encodeBody(body) {
    if (body instanceof FormData) return encodeForm(body);
    return body instanceof Blob ? { binary: readBlob(body), type: body.type } : undefined;
  }

  return { Blob, encodeBody };
};
