import type { Json } from "../../../platform/json/json.ts";
import type {
  Action,
  AuthInfo,
  ConnectorTrigger,
  Credential,
  JsonObject,
  OptionList,
} from "../../connector.ts";
import type { IncomingRequest } from "../../connector-events.ts";

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

/** A trigger's state between calls: the piece's own key-value store. */
export type TriggerStore = JsonObject;

/** A request to the process of a piece. */
export type PieceRequest =
  | { verb: "describe" }
  | { verb: "check"; credential: Credential }
  | { verb: "run"; action: string; credential: Credential; input: Json }
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
      request: Omit<IncomingRequest, "body"> & { body: string };
    };

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

/** The largest result of a piece, in bytes. */
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
