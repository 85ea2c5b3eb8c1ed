import { toFileName, UNKNOWN_TYPE } from "../../../files/file-value.ts";
import type { Json } from "../../../platform/json/json.ts";
import { createRedactor } from "../../../platform/redact/redact-known.ts";
import {
  type BareCall,
  type Connector,
  ConnectorError,
  type ConnectorErrorCode,
  NO_CREDENTIAL,
  type ProviderOption,
} from "../../connector.ts";
import type {
  IncomingRequest,
  IncomingResult,
  PollResult,
  SharedListener,
  Subscription,
} from "../../connector-events.ts";
import { createInputReader } from "../action-inputs.ts";
import { hasFileInputs } from "../file-schema.ts";
import { listSecrets } from "../list-secrets.ts";
import { buildCallersSchema } from "../manifest/input/input-defaults.ts";
import { toErrorCode } from "../status-code.ts";
import type {
  FileContents,
  PieceDemand,
  PieceDescription,
  PieceFailure,
  PieceRequest,
  TriggerStore,
} from "./messages.ts";
import type { PiecePool } from "./piece-pool.ts";
import { PieceFailedError, type PiecePackage } from "./piece-process.ts";

const CALL_TIMEOUT_MS = 60_000;
const MAX_MESSAGE = 500;

/** An installed piece with its description. */
export interface InstalledPiece extends PiecePackage {
  slug: string;
  version: string;
  description: PieceDescription;
}

/** The result of a trigger's call, as the piece's process reports it. */
interface TriggerAnswer {
  store: TriggerStore;
  events: { key: string; data: Json }[];
  reply?: IncomingResult["reply"];
  listeners?: SharedListener[];
}

/** Turns an installed piece into a connector; its process starts with the first call. */
export function createPieceConnector(piece: InstalledPiece, pool: PiecePool): Connector {
  const { slug, version, description } = piece;
  const { name, auth, actions, triggers, options, hasCheck } = description;
  const readInput = createInputReader("all");
  const ask = <Answer>(request: PieceRequest, call: BareCall) => askPiece<Answer>(piece, pool, request, call);
  const aboutTrigger = ({ credential, input }: BareCall & { input: Json }, trigger: string) => ({
    trigger,
    credential,
    input,
    store: {},
    url: "",
  });
  return {
    info: {
      slug,
      name,
      description: description.description,
      version,
      provider: "piece",
      tags: [],
      icon: "",
      auth,
      actions: actions.map((action) => ({ ...action, input: buildCallersSchema(action.input) })),
      triggers,
      options,
    },
    check: hasCheck ? (call) => ask({ verb: "check", credential: call.credential }, call) : undefined,
    run: async (id, call) => {
      const action = actions.find((one) => one.id === id);
      const input = action === undefined ? call.input : await readInput(id, action.input, call);
      const files =
        action !== undefined && hasFileInputs(action.input) ? await readContents(call, input) : {};
      const { credential, origin = {} } = call;
      return ask({ verb: "run", action: id, credential, input, files, origin }, call);
    },
    options: (list, call) =>
      ask<ProviderOption[]>({ verb: "options", list, credential: call.credential, input: call.input }, call),
    poll: async (trigger, call) => {
      const about = aboutTrigger(call, trigger);
      // The first poll only determines where to begin.
      if (call.cursor === null) return polled(await ask({ verb: "enable", ...about }, call));
      return polled(await ask({ verb: "poll", ...about, store: call.cursor as TriggerStore }, call)); // ours
    },
    subscribe: async (trigger, call) => {
      const about = { ...aboutTrigger(call, trigger), url: call.url };
      const { store, listeners } = await ask<TriggerAnswer>({ verb: "enable", ...about }, call);
      return { state: store, listeners };
    },
    unsubscribe: async (trigger, call) => {
      await ask({ verb: "disable", ...aboutTrigger(call, trigger), ...stateOf(call) }, call);
    },
    receive: async (trigger, request, call) => {
      const about = { ...aboutTrigger(call, trigger), ...stateOf(call) };
      const { events, reply } = await ask<TriggerAnswer>(
        { verb: "receive", ...about, request: textOf(request) },
        call,
      );
      return reply === undefined ? { events } : { events, reply };
    },
    identify: (request, { url, secret, signal }) =>
      askPiece(
        piece,
        pool,
        { verb: "identify", url, secret, request: textOf(request) },
        { credential: NO_CREDENTIAL, signal },
      ),
  };
}

function polled({ store, events }: TriggerAnswer): PollResult {
  return { cursor: store, events };
}

function stateOf({ state, url }: Subscription): { store: TriggerStore; url: string } {
  return { store: state as TriggerStore, url }; // what subscribe returned
}

function textOf({ body, ...rest }: IncomingRequest) {
  return { ...rest, body: body.toString("utf8") };
}

async function askPiece<Answer>(
  { folder, packageName, hash, description: { name, auth } }: InstalledPiece,
  pool: PiecePool,
  request: PieceRequest,
  call: Pick<BareCall, "credential" | "signal" | "values" | "saveFile">,
): Promise<Answer> {
  const { credential, signal } = call;
  const process = await pool.acquire({ folder, packageName, hash });
  try {
    // The process replies to each verb in its own shape.
    return (await process.ask(request, {
      timeoutMs: CALL_TIMEOUT_MS,
      signal,
      meet: (demand) => meetDemand(call, demand),
    })) as Answer;
  } catch (error) {
    if (!(error instanceof PieceFailedError)) throw error;
    const said = createRedactor(listSecrets({ auth }, credential))(error.failure.message).slice(
      0,
      MAX_MESSAGE,
    );
    throw new ConnectorError(codeOf(error.failure), `${name}: ${said || "it did not say what is wrong"}`, {
      status: error.failure.status,
    });
  }
}

async function readContents({ readFiles }: BareCall, input: Json): Promise<FileContents> {
  const files = [...((await readFiles?.(input, { whole: true })) ?? [])];
  return Object.fromEntries(
    files.flatMap(([id, { name, content }]) =>
      Buffer.isBuffer(content) ? [[id, { name, base64: content.toString("base64") }]] : [],
    ),
  );
}

async function meetDemand(
  { values, saveFile }: Pick<BareCall, "values" | "saveFile">,
  demand: PieceDemand,
): Promise<Json> {
  if (demand.verb === "saveFile") {
    if (saveFile === undefined) throw new ConnectorError("input", "Files cannot be stored here.");
    const content = Buffer.from(demand.base64, "base64");
    return saveFile({ name: toFileName(demand.fileName), contentType: UNKNOWN_TYPE, content });
  }
  if (values === undefined) throw new ConnectorError("input", "Values cannot be stored here.");
  if (demand.verb === "getValue") return values.get(demand.name);
  if (demand.verb === "putValue") await values.put(demand.name, demand.value);
  else await values.delete(demand.name);
  return null;
}

/** Without a status the cause is unknown: the same call may work later. */
function codeOf({ code, status }: PieceFailure): ConnectorErrorCode {
  if (code !== undefined) return code;
  return status === undefined ? "remote" : toErrorCode(status, "auth");
}
