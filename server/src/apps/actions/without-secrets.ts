import type { Json } from "../../platform/json/json.ts";
import { MOST_LEVELS, ShapeError } from "../../platform/json/json-shape.ts";
import { mapTexts } from "../../platform/json/map-texts.ts";
import { createRedactor } from "../../platform/redact/redact-known.ts";
import { type Connector, ConnectorError, type Credential, type HttpResponse } from "../connector.ts";
import type { TriggerEvent } from "../connector-events.ts";
import { listSecrets } from "../providers/list-secrets.ts";

/**
 * A connector whose responses, options and events do not repeat the credential, which becomes `[redacted]` in any
 * spelling. Cursors and subscriptions stay as they are: nobody sees them, and providers need them back.
 */
export function redactConnector(connector: Connector, credential: Credential): Connector {
  const { info, request, options, poll, examples, receive } = connector;
  const secrets = listSecrets(info, credential);
  return {
    info,
    check: connector.check?.bind(connector),
    run: async (id, call) => redactSecrets(await connector.run(id, call), secrets),
    request: request && (async (raw, call) => clean(await request.call(connector, raw, call), secrets)),
    refusesToken: connector.refusesToken?.bind(connector),
    options:
      options &&
      (async (id, call) => {
        const found = await options.call(connector, id, call);
        const hide = createRedactor(secrets);
        return found.map(({ name, value }) => ({ name: hide(name), value: walk(value, hide) }));
      }),
    poll:
      poll &&
      (async (id, call) => {
        const polled = await poll.call(connector, id, call);
        const { stuck } = polled;
        const hidden = stuck === undefined ? {} : { stuck: createRedactor(secrets)(stuck) };
        return { ...polled, ...hidden, events: cleanEvents(polled.events, secrets) };
      }),
    examples:
      examples &&
      (async (id, call) => {
        const hide = createRedactor(secrets);
        return (await examples.call(connector, id, call)).map((data) => walk(data, hide));
      }),
    subscribe: connector.subscribe?.bind(connector),
    renew: connector.renew?.bind(connector),
    unsubscribe: connector.unsubscribe?.bind(connector),
    receive:
      receive &&
      (async (id, incoming, call) => {
        const received = await receive.call(connector, id, incoming, call);
        return { ...received, events: cleanEvents(received.events, secrets) };
      }),
  };
}

/**
 * A failure whose message does not repeat the credential; an error that is not a `ConnectorError` is returned
 * unchanged.
 */
export function redactError(error: unknown, { info }: Connector, credential: Credential): unknown {
  if (!(error instanceof ConnectorError)) return error;
  const message = createRedactor(listSecrets(info, credential))(error.message);
  return message === error.message ? error : new ConnectorError(error.code, message, error);
}

/**
 * A provider's response with `[redacted]` in its texts wherever it contains one of `secrets`: literally, encoded for
 * URLs, JSON or hex, or within base64. Numbers and member names stay. Throws `ConnectorError` (`remote`) if it is
 * nested deeper than 200 levels.
 */
export function redactSecrets(value: Json, secrets: readonly string[]): Json {
  return walk(value, createRedactor(secrets));
}

function walk(value: Json, hide: (text: string) => string): Json {
  try {
    return mapTexts(value, { text: hide, levels: MOST_LEVELS }) as Json; // what was JSON stays so
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new ConnectorError("remote", `The answer ${error.message}.`, { mayHaveWorked: true });
  }
}

function cleanEvents(events: readonly TriggerEvent[], secrets: readonly string[]): TriggerEvent[] {
  const hide = createRedactor(secrets);
  return events.map(({ key, data }) => ({ key, data: walk(data, hide) }));
}

function clean({ status, headers, body }: HttpResponse, secrets: readonly string[]): HttpResponse {
  const hide = createRedactor(secrets);
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(value)])),
    body: redactBytes(body, secrets),
  };
}

/** The same for bytes, which stay as they are unless they contain a secret. */
export function redactBytes(body: Buffer, secrets: readonly string[]): Buffer {
  // One character per byte, so that binary data stays as it is.
  const bytes = body.toString("latin1");
  const shown = createRedactor(secrets, { spell: (text) => Buffer.from(text).toString("latin1") })(bytes);
  return shown === bytes ? body : Buffer.from(shown, "latin1");
}
