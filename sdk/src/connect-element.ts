/** Detail of `connected`, `disconnected` and `configured`: the application's slug. */
export interface ConnectDetail {
  readonly slug: string;
}

/** Detail of `error`; the message is for developers. */
export interface ConnectErrorDetail {
  readonly code: "TOKEN_MISSING" | "TOKEN_ENDED" | "BASE_URL_MISSING" | "NO_ANSWER" | "SERVER_ERROR";
  readonly message: string;
}

/** The events of `<junctor-connect>`; none of them bubbles. */
export interface ConnectEventMap {
  readonly connected: CustomEvent<ConnectDetail>;
  readonly disconnected: CustomEvent<ConnectDetail>;
  readonly configured: CustomEvent<ConnectDetail>;
  readonly error: CustomEvent<ConnectErrorDetail>;
  /** Set the attribute `token` to a new link's token to continue. */
  readonly "token-needed": CustomEvent<undefined>;
}

/**
 * What the portal's pages report about the account: since when connections exist, and how often configs were saved.
 */
interface PortalState {
  readonly connections: Readonly<Record<string, string>>;
  readonly configs: Readonly<Record<string, number>>;
}

/** What a page in the frame reports about itself. */
interface PageFacts {
  readonly status?: unknown;
  readonly path?: unknown;
  readonly focused?: unknown;
  readonly holdsWork?: unknown;
  readonly state?: PortalState;
}

const LOOK = ["accent", "background", "radius", "font", "scheme"] as const;
// A change of one of these starts at the first page; a change of any other reloads the current page.
const SOURCE = ["token", "base-url", "application"];
const LOADED_BY = [...SOURCE, "lang", ...LOOK];
const LONGEST_SILENCE_MS = 8000;
// Longer than a page takes that fetches choices from a third party.
const LONGEST_LOAD_MS = 60_000;
const KEPT_FOR_RETURN = "junctor-connect";

// The host page's own rules stop at the shadow root, and what they say about the host itself is overridden here, even
// with !important.
const STYLE = `:host{all:initial!important;display:block!important;inline-size:100%!important;min-block-size:var(--junctor-min-height,24rem)!important}
:host([hidden]){display:none!important}
iframe{display:block;inline-size:100%;min-block-size:var(--junctor-min-height,24rem);border:0}`;

// Without a browser, as in server-side rendering, the class can be imported and does nothing.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * `<junctor-connect token="…">`: the hosted portal of one linked account in a frame that is as high as its page (D367).
 * `token` is the token of a portal link.
 */
export class JunctorConnectElement extends Base {
  static readonly observedAttributes: readonly string[] = [...LOADED_BY, "label"];
  /**
   * Address of the Junctor server if the attribute `base-url` is absent; set by the script that the server itself
   * serves.
   */
  static defaultBaseUrl = "";

  #frame: HTMLIFrameElement | undefined;
  #base: URL | undefined;
  #state: PortalState | undefined;
  /** Path of the page that the customer is on. */
  #path: string | undefined;
  #loadedQuery = "";
  /** The page has entries that a reload would lose. */
  #holdsWork = false;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;
  #hasShown = false;
  readonly #themeObserver = new MutationObserver(() => this.#restyle());

  connectedCallback(): void {
    addEventListener("message", this.#hear);
    for (const element of withAncestors(this)) this.#themeObserver.observe(element, { attributes: true });
    this.#loadSoon();
  }

  disconnectedCallback(): void {
    removeEventListener("message", this.#hear);
    this.#themeObserver.disconnect();
    clearTimeout(this.#silence);
    this.#frame?.remove();
    this.#frame = undefined;
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    if (SOURCE.includes(name)) {
      this.#path = undefined;
      this.#state = undefined;
      this.#holdsWork = false;
    }
    if (name === "label") this.#name();
    else if (!this.#holdsWork) this.#loadSoon();
  }

  override addEventListener<Name extends keyof ConnectEventMap>(
    name: Name,
    listener: (event: ConnectEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    name: string,
    listener: unknown,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(name, listener as EventListener, options);
  }

  /** Loads once when several attributes are set in a row. */
  #loadSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (this.isConnected) this.#load();
    });
  }

  /**
   * Host pages change their theme by a class or style; only the resulting values of the variables matter. A page with
   * unsaved entries keeps its look until the customer leaves it.
   */
  #restyle(): void {
    if (!this.#frame || this.#isDue || this.#holdsWork) return;
    if (this.#query().toString() !== this.#loadedQuery) this.#load();
  }

  #load(): void {
    clearTimeout(this.#silence);
    const address = this.#address();
    if (address === undefined) {
      this.#frame?.remove();
      this.#frame = undefined;
      return;
    }
    this.#hasShown = false;
    // A new frame, so that going back in the browser leads away from the page and not to an earlier portal.
    const frame = document.createElement("iframe");
    frame.referrerPolicy = "no-referrer";
    if (this.#frame) frame.style.blockSize = this.#frame.style.blockSize;
    frame.addEventListener("load", () => this.#greet());
    frame.src = address.href;
    this.#frame?.remove();
    this.#frame = frame;
    this.#name();
    this.#root().append(frame);
    this.#silence = setTimeout(() => this.#failSilent(), LONGEST_LOAD_MS);
  }

  #root(): ShadowRoot {
    if (this.shadowRoot) return this.shadowRoot;
    const root = this.attachShadow({ mode: "open" });
    // No style element or attribute, which strict policies refuse.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    return root;
  }

  #name(): void {
    if (this.#frame) this.#frame.title = this.getAttribute("label") ?? "Integrations";
  }

  #address(): URL | undefined {
    const token = this.getAttribute("token") ?? "";
    const base = this.getAttribute("base-url") ?? JunctorConnectElement.defaultBaseUrl;
    if (token === "") {
      this.#fail("TOKEN_MISSING", "Set the attribute token to that of a portal link.");
      this.#tell("token-needed", undefined);
      return undefined;
    }
    if (!/^https?:/.test(base)) {
      this.#fail("BASE_URL_MISSING", "Set the attribute base-url to the address of the Junctor server.");
      return undefined;
    }
    this.#base = new URL(base.endsWith("/") ? base : `${base}/`);
    const application = this.getAttribute("application");
    const path = application ? `/apps/${encodeURIComponent(application)}` : "";
    const address = new URL(this.#path ?? `connect/${encodeURIComponent(token)}${path}`, this.#base);
    this.#loadedQuery = this.#query().toString();
    address.search = this.#loadedQuery;
    return address;
  }

  /** The look and language to request from the portal. */
  #query(): URLSearchParams {
    const style = getComputedStyle(this);
    const query = new URLSearchParams();
    for (const name of LOOK) {
      const value = this.getAttribute(name) ?? style.getPropertyValue(`--junctor-${name}`).trim();
      if (value) query.set(name, value);
    }
    const lang = this.getAttribute("lang");
    if (lang) query.set("lang", lang);
    return query;
  }

  /** The page in the frame answers only a greeting from an origin that may show it. */
  #greet(): void {
    if (!this.#base || !this.#frame?.contentWindow) return;
    try {
      this.#frame.contentWindow.postMessage({ junctor: "hello" }, this.#base.origin);
    } finally {
      clearTimeout(this.#silence);
      this.#silence = setTimeout(() => this.#failSilent(), LONGEST_SILENCE_MS);
    }
  }

  readonly #hear = (event: MessageEvent): void => {
    if (!this.#frame || event.source !== this.#frame.contentWindow || event.origin !== this.#base?.origin)
      return;
    const { junctor, ...data } = Object(event.data);
    if (junctor === "size" && Number.isFinite(data.height)) this.#resize(data.height);
    if (junctor === "page") this.#show(data);
    if (junctor === "blocked" && typeof data.path === "string") this.#goThere(data.path);
  };

  #resize(height: number): void {
    if (this.#frame) this.#frame.style.blockSize = `${Math.min(Math.max(height, 0), 50_000)}px`;
  }

  #show(page: PageFacts): void {
    clearTimeout(this.#silence);
    // The clicked element may not exist on the next page, unless that page has set the focus.
    if (this.#hasShown && !page.focused && this.getBoundingClientRect().top < 0)
      this.scrollIntoView({ block: "start" });
    this.#hasShown = true;
    this.#path = this.#parsePath(page.path);
    this.#holdsWork = page.holdsWork === true;
    if (page.status === 410) {
      this.#fail("TOKEN_ENDED", "The portal link has expired: set the attribute token to that of a new one.");
      this.#tell("token-needed", undefined);
    } else if (Number(page.status) >= 500)
      this.#fail("SERVER_ERROR", "The server could not show the page; it says so in the frame.");
    if (page.state) this.#compare(page.state);
    this.#restyle();
  }

  /** Reports what has changed since the last page, or since the customer left for the provider. */
  #compare(state: PortalState): void {
    const before = this.#state ?? takeKept();
    this.#state = state;
    if (!before) return;
    for (const [slug, since] of Object.entries(state.connections))
      if (before.connections[slug] !== since) this.#tell("connected", { slug });
    for (const slug of Object.keys(before.connections))
      if (state.connections[slug] === undefined) this.#tell("disconnected", { slug });
    for (const [slug, revision] of Object.entries(state.configs))
      if (revision > (before.configs[slug] ?? -1)) this.#tell("configured", { slug });
  }

  /** The browser blocked the window, so the whole page goes to the portal, which leads back here. */
  #goThere(path: string): void {
    if (!this.#base) return;
    const address = new URL(path, this.#base);
    if (address.origin !== this.#base.origin) return;
    address.searchParams.set("return", location.href);
    if (this.#state) keep(this.#state);
    location.assign(address);
  }

  /** Drops the query, which is built again. */
  #parsePath(path: unknown): string | undefined {
    if (!this.#base || typeof path !== "string" || !URL.canParse(path, this.#base)) return undefined;
    const { origin, pathname } = new URL(path, this.#base);
    return origin === this.#base.origin ? pathname : undefined;
  }

  #failSilent(): void {
    this.#fail(
      "NO_ANSWER",
      `The portal does not respond: is ${location.origin} among frame_origins, and the server at ${this.#base?.origin ?? "?"}?`,
    );
  }

  #fail(code: ConnectErrorDetail["code"], message: string): void {
    this.#tell("error", { code, message });
  }

  #tell<Name extends keyof ConnectEventMap>(name: Name, detail: ConnectEventMap[Name]["detail"]): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The element and all that it inherits styles from, also outside the shadow roots that contain it. */
function withAncestors(element: Element): Element[] {
  const root = element.getRootNode();
  const parent = element.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined);
  return parent === undefined ? [element] : [element, ...withAncestors(parent)];
}

function keep(state: PortalState): void {
  try {
    sessionStorage.setItem(KEPT_FOR_RETURN, JSON.stringify(state));
  } catch {
    // Without the kept state, only the event is missing.
  }
}

function takeKept(): PortalState | undefined {
  try {
    const kept = sessionStorage.getItem(KEPT_FOR_RETURN);
    sessionStorage.removeItem(KEPT_FOR_RETURN);
    return kept === null ? undefined : JSON.parse(kept);
  } catch {
    return undefined;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "junctor-connect": JunctorConnectElement;
  }
}

if (globalThis.customElements && !customElements.get("junctor-connect"))
  customElements.define("junctor-connect", JunctorConnectElement);
