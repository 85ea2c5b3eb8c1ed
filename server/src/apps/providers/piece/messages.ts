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

/** What a piece offers, told once by its process and kept beside it. */
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

/** What a trigger keeps between calls: the piece's own key-value store. */
export type TriggerStore = JsonObject;

/** What the process of a piece is asked. */
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

/** A question on its way to the process. */
export interface PieceQuestion {
  id: number;
  request: PieceRequest;
}

/** Why a piece could not do what it was asked; the text may still hold the credential. */
export interface PieceFailure {
  message: string;
  /** The provider's HTTP status, where there was an answer. */
  status?: number;
  /** `blocked`: the guard refused an address; `input`: what was asked does not exist. */
  code?: "blocked" | "input" | "auth";
}

/** The process's answer. */
export type PieceReply = { id: number; value: Json } | { id: number; failure: PieceFailure };

/** The largest answer that a piece may give, in bytes. */
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
