/** What a command is made of. */
interface SentRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly request?:
    | {
        readonly headers: Readonly<Record<string, string>>;
        readonly body?: { readonly text?: string | undefined } | undefined;
      }
    | undefined;
}

// curl writes these from the URL and the body.
const OWN = new Set(["content-length", "accept-encoding", "host", "connection"]);

/** A request as a command for a shell, as it is logged: without its secrets. */
export function toCurl({ method = "GET", url = "", request }: SentRequest): string {
  const headers = Object.entries(request?.headers ?? {}).filter(([name]) => !OWN.has(name));
  const text = request?.body?.text;
  return [
    `curl -X ${method} ${quote(url)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(text === undefined ? [] : [`--data-raw ${quote(text)}`]),
  ].join(" \\\n  ");
}

/** One word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
