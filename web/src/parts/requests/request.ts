import type { Reply } from "@junctor/sdk";
import type { Item } from "../../api/use-api.ts";
import { REQUESTS } from "../../words/requests.ts";
import type { Mood } from "../values/state.tsx";

/** A request in the list. */
export type ListedRequest = Item<"/api/v2/public/requests">;

/** A request with what was sent and received. */
export type WholeRequest = Reply<"get", "/api/v2/public/requests/{id}">;

type Outcome = Pick<ListedRequest, "status_code" | "error">;

/** How a request ended, with its status in place of a word. */
export function stateOfRequest({ status_code: status, error }: Outcome): { mood: Mood; word: string } {
  if (status !== undefined) return { mood: status < 400 ? "good" : "bad", word: String(status) };
  return error === undefined
    ? { mood: "good", word: REQUESTS.succeeded }
    : { mood: "bad", word: REQUESTS.noAnswer };
}

/** Whether the third party refused it, or did not answer. */
export function hasFailed({ status_code: status = 0, error }: Outcome): boolean {
  return error !== undefined || status >= 400;
}

/** The part of a URL that differs between requests to one host; what a piece did, for one that is not visible. */
export function getTitle({ method, url, subject, cause }: ListedRequest): string {
  if (method === undefined || url === undefined) return subject ?? REQUESTS.causes[cause];
  return `${method} ${getPath(url)}`;
}

/** Path and query. */
export function getPath(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, "") || "/";
}

/** The host of a URL. */
export function getHost(url: string): string {
  return /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? "";
}

/** A size in the largest unit that fits. */
export function getSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 2 ** 20 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
