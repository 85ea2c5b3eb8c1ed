import type { Happening, SimulatedApplication } from "./application.ts";
import type { Deliver, DeliveryResult } from "./deliver.ts";
import type { Fault } from "./faults.ts";

/** A request that reached a simulated application, and its answer. */
export interface RecordedRequest {
  readonly application: string;
  readonly method: string;
  /** The address at the third party. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the answer; 0 if the connection was cut instead. */
  readonly status: number;
  /** The fault that it met. */
  readonly fault?: Fault["kind"];
}

export interface SimulatorOptions {
  /** Slugs of connectors; all of them if neither they nor documents are named. */
  readonly applications?: readonly string[];
  /** Files and addresses of OpenAPI documents. */
  readonly documents?: readonly string[];
  /** On 127.0.0.1; a free one by default. */
  readonly port?: number;
  /** The address to listen on; 127.0.0.1 by default. */
  readonly host?: string;
  /** Decides which requests meet faults (1). */
  readonly seed?: number;
  /** The share of requests that meet faults, 0 to 1 (0). */
  readonly faults?: number;
  /** Folders of connectors; the shipped ones by default. */
  readonly folders?: readonly string[];
  /** The time by which tokens expire, in milliseconds. */
  readonly now?: () => number;
  /** Replaces HTTP for deliveries of webhooks, for servers that do not listen. */
  readonly deliver?: Deliver;
  /** Called with each request when it is answered. */
  readonly onRequest?: (request: RecordedRequest) => void;
}

/** Third-party applications that run in this process (D562). */
export interface Simulator {
  /** Where it listens, without a trailing slash: the value of `JUNCTOR_SIMULATOR_URL`. */
  readonly url: string;
  /** The hosts that it plays; `*.example.com` stands for all subdomains. */
  readonly hosts: readonly string[];
  readonly applications: readonly SimulatedApplication[];
  readonly seed: number;
  /** What was requested, oldest first, of all applications or of one; the newest 10,000 are kept. */
  requests(application?: string): readonly RecordedRequest[];
  /** Lets something go wrong, now (`revoked`) or at the next requests; throws `SimulatorError`. */
  fault(fault: Fault): void;
  /** Makes something happen that a trigger reports, and sends its webhooks; throws `SimulatorError`. */
  happen(happening: Happening & { application: string }): Promise<readonly DeliveryResult[]>;
  /** Forgets accounts, tokens, faults and requests. */
  reset(): void;
  close(): Promise<void>;
}
