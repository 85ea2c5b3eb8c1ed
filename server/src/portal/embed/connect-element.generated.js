// Written by "npm run generate" from sdk/src/connect-element.ts; do not edit.
var _a;
const LOOK = ["accent", "background", "radius", "font", "scheme"];
const SOURCE = ["token", "base-url", "application"];
const LOADED_BY = [...SOURCE, "lang", ...LOOK];
const LONGEST_SILENCE_MS = 8000;
const LONGEST_LOAD_MS = 60_000;
const KEPT_FOR_RETURN = "junctor-connect";
const STYLE = `:host{all:initial!important;display:block!important;inline-size:100%!important;min-block-size:var(--junctor-min-height,24rem)!important}
:host([hidden]){display:none!important}
iframe{display:block;inline-size:100%;min-block-size:var(--junctor-min-height,24rem);border:0}`;
const Base = globalThis.HTMLElement ?? class {
};
export class JunctorConnectElement extends Base {
    static observedAttributes = [...LOADED_BY, "label"];
    static defaultBaseUrl = "";
    #frame;
    #base;
    #state;
    #path;
    #loadedQuery = "";
    #holdsWork = false;
    #silence;
    #isDue = false;
    #hasShown = false;
    #themeObserver = new MutationObserver(() => this.#restyle());
    connectedCallback() {
        addEventListener("message", this.#hear);
        for (const element of withAncestors(this))
            this.#themeObserver.observe(element, { attributes: true });
        this.#loadSoon();
    }
    disconnectedCallback() {
        removeEventListener("message", this.#hear);
        this.#themeObserver.disconnect();
        clearTimeout(this.#silence);
        this.#frame?.remove();
        this.#frame = undefined;
    }
    attributeChangedCallback(name, before, after) {
        if (before === after)
            return;
        if (SOURCE.includes(name)) {
            this.#path = undefined;
            this.#state = undefined;
            this.#holdsWork = false;
        }
        if (name === "label")
            this.#name();
        else if (!this.#holdsWork)
            this.#loadSoon();
    }
    addEventListener(name, listener, options) {
        super.addEventListener(name, listener, options);
    }
    #loadSoon() {
        if (this.#isDue)
            return;
        this.#isDue = true;
        queueMicrotask(() => {
            this.#isDue = false;
            if (this.isConnected)
                this.#load();
        });
    }
    #restyle() {
        if (!this.#frame || this.#isDue || this.#holdsWork)
            return;
        if (this.#query().toString() !== this.#loadedQuery)
            this.#load();
    }
    #load() {
        clearTimeout(this.#silence);
        const address = this.#address();
        if (address === undefined) {
            this.#frame?.remove();
            this.#frame = undefined;
            return;
        }
        this.#hasShown = false;
        const frame = document.createElement("iframe");
        frame.referrerPolicy = "no-referrer";
        if (this.#frame)
            frame.style.blockSize = this.#frame.style.blockSize;
        frame.addEventListener("load", () => this.#greet());
        frame.src = address.href;
        this.#frame?.remove();
        this.#frame = frame;
        this.#name();
        this.#root().append(frame);
        this.#silence = setTimeout(() => this.#failSilent(), LONGEST_LOAD_MS);
    }
    #root() {
        if (this.shadowRoot)
            return this.shadowRoot;
        const root = this.attachShadow({ mode: "open" });
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(STYLE);
        root.adoptedStyleSheets = [sheet];
        return root;
    }
    #name() {
        if (this.#frame)
            this.#frame.title = this.getAttribute("label") ?? "Integrations";
    }
    #address() {
        const token = this.getAttribute("token") ?? "";
        const base = this.getAttribute("base-url") ?? _a.defaultBaseUrl;
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
    #query() {
        const style = getComputedStyle(this);
        const query = new URLSearchParams();
        for (const name of LOOK) {
            const value = this.getAttribute(name) ?? style.getPropertyValue(`--junctor-${name}`).trim();
            if (value)
                query.set(name, value);
        }
        const lang = this.getAttribute("lang");
        if (lang)
            query.set("lang", lang);
        return query;
    }
    #greet() {
        if (!this.#base || !this.#frame?.contentWindow)
            return;
        try {
            this.#frame.contentWindow.postMessage({ junctor: "hello" }, this.#base.origin);
        }
        finally {
            clearTimeout(this.#silence);
            this.#silence = setTimeout(() => this.#failSilent(), LONGEST_SILENCE_MS);
        }
    }
    #hear = (event) => {
        if (!this.#frame || event.source !== this.#frame.contentWindow || event.origin !== this.#base?.origin)
            return;
        const { junctor, ...data } = Object(event.data);
        if (junctor === "size" && Number.isFinite(data.height))
            this.#resize(data.height);
        if (junctor === "page")
            this.#show(data);
        if (junctor === "blocked" && typeof data.path === "string")
            this.#goThere(data.path);
    };
    #resize(height) {
        if (this.#frame)
            this.#frame.style.blockSize = `${Math.min(Math.max(height, 0), 50_000)}px`;
    }
    #show(page) {
        clearTimeout(this.#silence);
        if (this.#hasShown && !page.focused && this.getBoundingClientRect().top < 0)
            this.scrollIntoView({ block: "start" });
        this.#hasShown = true;
        this.#path = this.#parsePath(page.path);
        this.#holdsWork = page.holdsWork === true;
        if (page.status === 410) {
            this.#fail("TOKEN_ENDED", "The portal link has expired: set the attribute token to that of a new one.");
            this.#tell("token-needed", undefined);
        }
        else if (Number(page.status) >= 500)
            this.#fail("SERVER_ERROR", "The server could not show the page; it says so in the frame.");
        if (page.state)
            this.#compare(page.state);
        this.#restyle();
    }
    #compare(state) {
        const before = this.#state ?? takeKept();
        this.#state = state;
        if (!before)
            return;
        for (const [slug, since] of Object.entries(state.connections))
            if (before.connections[slug] !== since)
                this.#tell("connected", { slug });
        for (const slug of Object.keys(before.connections))
            if (state.connections[slug] === undefined)
                this.#tell("disconnected", { slug });
        for (const [slug, revision] of Object.entries(state.configs))
            if (revision > (before.configs[slug] ?? -1))
                this.#tell("configured", { slug });
    }
    #goThere(path) {
        if (!this.#base)
            return;
        const address = new URL(path, this.#base);
        if (address.origin !== this.#base.origin)
            return;
        address.searchParams.set("return", location.href);
        if (this.#state)
            keep(this.#state);
        location.assign(address);
    }
    #parsePath(path) {
        if (!this.#base || typeof path !== "string" || !URL.canParse(path, this.#base))
            return undefined;
        const { origin, pathname } = new URL(path, this.#base);
        return origin === this.#base.origin ? pathname : undefined;
    }
    #failSilent() {
        this.#fail("NO_ANSWER", `The portal does not respond: is ${location.origin} among frame_origins, and the server at ${this.#base?.origin ?? "?"}?`);
    }
    #fail(code, message) {
        this.#tell("error", { code, message });
    }
    #tell(name, detail) {
        this.dispatchEvent(new CustomEvent(name, { detail }));
    }
}
_a = JunctorConnectElement;
function withAncestors(element) {
    const root = element.getRootNode();
    const parent = element.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined);
    return parent === undefined ? [element] : [element, ...withAncestors(parent)];
}
function keep(state) {
    try {
        sessionStorage.setItem(KEPT_FOR_RETURN, JSON.stringify(state));
    }
    catch {
    }
}
function takeKept() {
    try {
        const kept = sessionStorage.getItem(KEPT_FOR_RETURN);
        sessionStorage.removeItem(KEPT_FOR_RETURN);
        return kept === null ? undefined : JSON.parse(kept);
    }
    catch {
        return undefined;
    }
}
JunctorConnectElement.defaultBaseUrl = new URL("..", import.meta.url).href;
if (globalThis.customElements && !customElements.get("junctor-connect"))
    customElements.define("junctor-connect", JunctorConnectElement);
