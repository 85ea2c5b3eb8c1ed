import type { Json } from "../../../platform/json/json.ts";
import type {
  Action,
  CallOrigin,
  ConnectorTrigger,
  Credential,
  JsonObject,
  OptionList,
  ValueName,
} from "../../connector.ts";
import type { AuthInfo } from "../../connector-auth.ts";
import type { IncomingRequest } from "../../connector-events.ts";

/** The file of an installed piece that has its code. */
export const PIECE_FILE = "piece.cjs";

/** What a piece offers, reported once by its process and stored with it. */
export interface PieceDescription {
  name: string;
  description: string;
  auth: AuthInfo;
  hasCheck: boolean;
  actions: Action[];
  triggers: ConnectorTrigger[];
  options: OptionList[];
  /** One sentence for each action or trigger that cannot be offered. */
  leftOut: string[];
}

/** The files that an input refers to, by their ids. */
export type FileContents = Record<string, { name: string; base64: string }>;

/** A trigger's state between calls: the piece's own key-value store. */
export type TriggerStore = JsonObject;

/** A request to the process of a piece. */
export type PieceRequest =
  | { verb: "describe" }
  | { verb: "check"; credential: Credential }
  | {
      verb: "run";
      action: string;
      credential: Credential;
      input: Json;
      files: FileContents;
      origin: CallOrigin;
    }
  | { verb: "options"; list: string; credential: Credential; input: Json; search?: string }
  | {
      verb: "enable" | "disable" | "poll";
      trigger: string;
      credential: Credential;
      input: Json;
      store: TriggerStore;
      url: string;
    }
  | {
      verb: "receive";
      trigger: string;
      credential: Credential;
      input: Json;
      store: TriggerStore;
      url: string;
      request: IncomingText;
    }
  | { verb: "identify"; url: string; secret: string; request: IncomingText };

/** A request that a provider sent, with its body as text. */
export type IncomingText = Omit<IncomingRequest, "body"> & { body: string };

/** A request on its way to the process. */
export interface PieceQuestion {
  id: number;
  request: PieceRequest;
}

/** Why a piece failed; the text may still contain the credential. */
export interface PieceFailure {
  message: string;
  /** The provider's HTTP status, if it responded. */
  status?: number;
  /** `blocked`: the guard refused an address; `input`: the requested thing does not exist. */
  code?: "blocked" | "input" | "auth";
}

/** The reply of the process. */
export type PieceReply = { id: number; value: Json } | { id: number; failure: PieceFailure };

/** What a piece wants from Junctor while it handles a request. */
export type PieceDemand =
  | { verb: "getValue" | "deleteValue"; name: ValueName }
  | { verb: "putValue"; name: ValueName; value: Json }
  | { verb: "saveFile"; fileName: string; base64: string };

/** A demand on its way from the process; `id` is that of the request, `demandId` its own. */
export interface PieceDemandMessage {
  id: number;
  demandId: number;
  demand: PieceDemand;
}

/** The answer to a demand. */
export type DemandReply = { demandId: number; value: Json } | { demandId: number; refusal: string };

/** The largest result of a piece, in bytes. */
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
