import type { Delivery, MockAnswer, MockRequest } from "../../../connectors/mock-vendor.ts";

/** A request for a simulated host; `host` is written as in addresses, and header names are lower case. */
export interface SimulatedRequest extends MockRequest {
  host: string;
}

/** A delivery, and the address to which it goes. */
export interface AddressedDelivery {
  url: string;
  delivery: Delivery;
  /** What a challenge must be answered with; other deliveries are only sent. */
  reply?: { status: number; body: unknown };
}

/** What is to happen at an application. */
export interface Happening {
  trigger: string;
  /** The customer's account there; `acme` by default. */
  account?: string;
  /** Replaces members of the vendor's example in a webhook's payload, at any depth. */
  data?: Record<string, unknown>;
  /** The address and secret of a webhook that was entered by hand; by default those that were subscribed. */
  url?: string;
  secret?: string;
}

/** One third-party application that the simulator plays, with the accounts of its customers. */
export interface SimulatedApplication {
  readonly slug: string;
  readonly name: string;
  /** Hosts as in addresses; `*.example.com` stands for all subdomains. */
  readonly hosts: readonly string[];
  /** Its triggers with something that can happen. */
  readonly triggers: readonly string[];
  /** What a customer enters to connect by a key, if that is possible. */
  readonly credentials: Readonly<Record<string, string>> | undefined;
  /** What a customer enters beside a key or before a consent, such as the name of a shop. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether customers connect by consent. */
  readonly hasConsent: boolean;
  /** `credentials` as the customer of another account has them. */
  credentialsOf(account: string): Readonly<Record<string, string>>;
  /** How surely a request for a host that applications share is for this one. */
  rate(request: SimulatedRequest): number;
  answer(request: SimulatedRequest): MockAnswer;
  /** Its answer when a rate limit is exceeded. */
  limited(): MockAnswer;
  /** Makes something happen, and returns what it sends for that; throws `SimulatorError`. */
  happen(happening: Happening): Promise<readonly AddressedDelivery[]>;
  /** Ends everything that gives access to an account, or to all of them. */
  revoke(account?: string): void;
  /** Forgets all that happened since the start. */
  reset(): void;
}

/** What is wrong with a demand on the simulator; `message` is a sentence for whoever made it. */
export class SimulatorError extends Error {
  override readonly name = "SimulatorError";
}

/** The account that gives access without naming one. */
export const FIRST_ACCOUNT = "acme";

/** The accounts that a consent page offers; others may be typed in. */
export const ACCOUNTS: readonly string[] = ["Acme", "Globex"];

/** The name of an account as tokens and keys contain it; undefined if nothing is left of it. */
export function toAccountKey(name: string): string | undefined {
  const key = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return key.slice(0, 40).replace(/-$/, "") || undefined;
}
