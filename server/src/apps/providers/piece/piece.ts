/**
 * The part of an Activepieces piece that is used. Each piece bundles its own copy of the framework, so `instanceof`
 * cannot recognize pieces, only their shape can.
 */
export interface Piece {
  displayName: string;
  description?: string;
  auth?: PieceAuth | PieceAuth[];
  _actions: Record<string, PieceAction>;
  _triggers?: Record<string, PieceTrigger>;
  events?: PieceAppEvents;
  /** Missing in old pieces, which take keys and custom fields untagged. */
  getContextInfo?(): { version: string };
}

/** What an application sends to one address for all customers: who proves it, and whose event it is. */
export interface PieceAppEvents {
  parseAndReply(context: object): {
    event?: unknown;
    identifierValue?: unknown;
    reply?: { headers?: Record<string, string>; body?: unknown };
  };
  verify?(proof: { webhookSecret: string; payload: object; appWebhookUrl: string }): boolean;
}

/** One way to authorize a piece. */
export interface PieceAuth {
  type: string;
  displayName?: string;
  description?: string;
  required?: boolean;
  authUrl?: string;
  tokenUrl?: string;
  scope?: string[];
  extra?: Record<string, string>;
  /** `omit`: none. */
  prompt?: string;
  authorizationMethod?: string;
  pkce?: boolean;
  grantType?: string;
  props?: Record<string, PieceProperty>;
  username?: { displayName?: string };
  password?: { displayName?: string };
  validate?(context: { auth: unknown; server: object }): Promise<{ valid: boolean; error?: string }>;
}

/** One field of a form. */
export interface PieceProperty {
  type: string;
  displayName?: string;
  description?: string;
  placeholder?: string;
  required?: boolean;
  defaultValue?: unknown;
  refreshers?: string[];
  /** Static choices, or a function that fetches them. */
  options?:
    | { options?: PieceChoice[] }
    | ((values: object, context: object) => Promise<{ options?: PieceChoice[] }>);
  properties?: Record<string, PieceProperty>;
  /** The fields of a dynamic form. */
  props?(values: object, context: object): Promise<Record<string, PieceProperty>>;
}

/** One choice of a dropdown. */
export interface PieceChoice {
  label: string;
  value: unknown;
}

/** One action of a piece. */
export interface PieceAction {
  name: string;
  displayName: string;
  description?: string;
  requireAuth?: boolean;
  props?: Record<string, PieceProperty>;
  audience?: string;
  aiMetadata?: { description?: string; idempotent?: boolean };
  classification?: string;
  run(context: object): Promise<unknown>;
}

/** One trigger of a piece; `strategy` is POLLING, WEBHOOK or APP_WEBHOOK. */
export interface PieceTrigger {
  name: string;
  displayName: string;
  description?: string;
  type?: string;
  strategy?: string;
  props?: Record<string, PieceProperty>;
  handshakeConfiguration?: { strategy: string; paramName?: string };
  onEnable?(context: object): Promise<void>;
  onDisable?(context: object): Promise<void>;
  onHandshake?(
    context: object,
  ): Promise<{ status: number; body?: unknown; headers?: Record<string, string> }>;
  run(context: object): Promise<unknown[]>;
}
