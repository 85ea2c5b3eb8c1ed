// Guest code: URL and URLSearchParams, which the host parses and formats.
({ call, expose }) => {
  class URLSearchParams {
    #pairs;
    #changed;
    constructor(init = "", changed = () => {}) {
      this.#changed = changed;
      if (typeof init === "object" && init !== null) {
        const pairs = typeof init[Symbol.iterator] === "function" ? [...init] : Object.entries(init);
        this.#pairs = pairs.map(([name, value]) => [String(name), String(value)]);
      } else {
        this.#pairs = call("query.parse", String(init));
      }
    }
    get size() {
      return this.#pairs.length;
    }
    get(name) {
      return this.#pairs.find(([key]) => key === String(name))?.[1] ?? null;
    }
    getAll(name) {
      return this.#pairs.filter(([key]) => key === String(name)).map(([, value]) => value);
    }
    has(name, value) {
      return this.getAll(name).some((found) => value === undefined || found === String(value));
    }
    append(name, value) {
      this.#pairs.push([String(name), String(value)]);
      this.#changed();
    }
    delete(name, value) {
      this.#pairs = this.#pairs.filter(
        ([key, found]) => key !== String(name) || (value !== undefined && found !== String(value)),
      );
      this.#changed();
    }
    set(name, value) {
      const first = this.#pairs.findIndex(([key]) => key === String(name));
      if (first < 0) {
        this.append(name, value);
        return;
      }
      this.#pairs = this.#pairs.filter(([key], index) => index <= first || key !== String(name));
      this.#pairs[first] = [String(name), String(value)];
      this.#changed();
    }
    sort() {
      this.#pairs.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
      this.#changed();
    }
    forEach(callback) {
      for (const [name, value] of this.#pairs) callback(value, name, this);
    }
    entries() {
      return this.#pairs.map((pair) => [...pair]).values();
    }
    keys() {
      return this.#pairs.map(([name]) => name).values();
    }
    values() {
      return this.#pairs.map(([, value]) => value).values();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      return call("query.format", this.#pairs);
    }
  }
  expose("URLSearchParams", URLSearchParams);

  class URL {
    #parts;
    #searchParams;
    constructor(url, base) {
      this.#parts = call("url.parse", String(url), base === undefined ? null : String(base));
    }
    static canParse(url, base) {
      try {
        return Boolean(new URL(url, base));
      } catch {
        return false;
      }
    }
    static {
      const settable = "href protocol username password host hostname port pathname search hash".split(" ");
      for (const name of settable) {
        Object.defineProperty(URL.prototype, name, {
          get() {
            return this.#parts[name];
          },
          set(value) {
            this.#parts = call("url.set", this.#parts.href, name, String(value));
            if (name === "search" || name === "href") this.#searchParams = undefined;
          },
          enumerable: true,
          configurable: true,
        });
      }
    }
    get origin() {
      return this.#parts.origin;
    }
    get searchParams() {
      const changed = () => {
        const query = this.#searchParams.toString();
        this.#parts = call("url.set", this.#parts.href, "search", query);
      };
      this.#searchParams ??= new URLSearchParams(this.#parts.search, changed);
      return this.#searchParams;
    }
    toString() {
      return this.#parts.href;
    }
    toJSON() {
      return this.#parts.href;
    }
  }
  expose("URL", URL);
};
