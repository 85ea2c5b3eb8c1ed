// Guest code: Headers, Response and fetch.
({ call, expose, later, newId, viewBytes, toBinary, fromBinary, Blob, encodeBody }) => {
  class Headers {
    #map = new Map();
    constructor(init = []) {
      const pairs = typeof init[Symbol.iterator] === "function" ? init : Object.entries(init);
      for (const [name, value] of pairs) this.append(name, value);
    }
    get(name) {
      return this.#map.get(String(name).toLowerCase()) ?? null;
    }
    has(name) {
      return this.#map.has(String(name).toLowerCase());
    }
    set(name, value) {
      this.#map.set(String(name).toLowerCase(), String(value).trim());
    }
    append(name, value) {
      this.set(name, this.has(name) ? `${this.get(name)}, ${value}` : value);
    }
    delete(name) {
      this.#map.delete(String(name).toLowerCase());
    }
    forEach(callback) {
      for (const [name, value] of this) callback(value, name, this);
    }
    entries() {
      return [...this.#map].sort(([a], [b]) => (a < b ? -1 : 1)).values();
    }
    keys() {
      return [...this.entries()].map(([name]) => name).values();
    }
    values() {
      return [...this.entries()].map(([, value]) => value).values();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
  }
  expose("Headers", Headers);

  class Response {
    #body;
    #binary;
    constructor(url, { status, headers, body, binary }) {
      this.url = url;
      this.status = status;
      this.ok = status >= 200 && status < 300;
      this.headers = new Headers(headers);
      this.#body = body;
      this.#binary = binary;
    }
    async text() {
      return this.#body;
    }
    async json() {
      return JSON.parse(this.#body);
    }
    async bytes() {
      return fromBinary(this.#binary ?? call("utf8.encode", this.#body));
    }
    async arrayBuffer() {
      return (await this.bytes()).buffer;
    }
    async blob() {
      return new Blob([await this.bytes()], { type: this.headers.get("content-type") ?? "" });
    }
  }

  function requestBody(body, headers) {
    if (typeof body === "string") return { body };
    const bytes = viewBytes(body);
    if (bytes !== undefined) return { binary: toBinary(bytes) };
    const setType = (type) => {
      if (type !== "" && !headers.has("content-type")) headers.set("content-type", type);
    };
    const encoded = encodeBody(body);
    if (encoded !== undefined) {
      setType(encoded.type);
      return { binary: encoded.binary };
    }
    if (body instanceof globalThis.URLSearchParams) {
      setType("application/x-www-form-urlencoded;charset=UTF-8");
      return { body: body.toString() };
    }
    throw new TypeError(
      "The body of fetch must be a string, URLSearchParams, FormData, a Blob, an ArrayBuffer or a typed array; use JSON.stringify for objects.",
    );
  }

  expose("fetch", async (resource, init = {}) => {
    const url = String(resource);
    const headers = new Headers(init.headers ?? []);
    const method = String(init.method ?? "GET").toUpperCase();
    const request = { url, method };
    if (init.body !== undefined && init.body !== null)
      Object.assign(request, requestBody(init.body, headers));
    request.headers = Object.fromEntries(headers);
    const id = newId();
    call("fetch", id, request);
    const reply = await later(id);
    if (reply.error !== undefined) throw new TypeError(reply.error);
    return new Response(url, reply.response);
  });
};
