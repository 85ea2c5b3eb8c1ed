import { googlePage, invalid } from "./google-mock.ts";
import type { MockAnswer, MockRequest } from "./mock-vendor.ts";

/** A file as the Drive API describes it. */
export interface DriveFile {
  id: string;
  name: string;
  mimeType: string;
  parents: string[];
  createdTime: string;
  modifiedTime: string;
  webViewLink: string;
  trashed: boolean;
}

type Condition = (file: DriveFile) => boolean;

/** The query terms of developers.google.com/workspace/drive/api/guides/ref-search-terms that the mocks support. */
const TERMS: readonly { pattern: RegExp; condition: (value: string) => Condition }[] = [
  { pattern: /^mimeType = '([^']+)'$/, condition: (type) => (file) => file.mimeType === type },
  { pattern: /^trashed = (true|false)$/, condition: (value) => (file) => String(file.trashed) === value },
  { pattern: /^'([^']+)' in parents$/, condition: (id) => (file) => file.parents.includes(id) },
  { pattern: /^name contains '([^']*)'$/, condition: (text) => (file) => file.name.includes(text) },
  { pattern: /^createdTime >= '([^']+)'$/, condition: (time) => (file) => file.createdTime >= time },
  { pattern: /^modifiedTime >= '([^']+)'$/, condition: (time) => (file) => file.modifiedTime >= time },
];

function conditionOf(term: string): Condition | undefined {
  for (const { pattern, condition } of TERMS) {
    const match = pattern.exec(term);
    if (match !== null) return condition(match[1] ?? "");
  }
  return undefined;
}

function select(q: string, files: readonly DriveFile[]): DriveFile[] | undefined {
  const conditions = q === "" ? [] : q.split(" and ").map(conditionOf);
  if (conditions.includes(undefined)) return undefined;
  return files.filter((file) => conditions.every((condition) => condition?.(file)));
}

/** `files.list` of the Drive API: returns only the requested fields. */
export function listDriveFiles(request: MockRequest, files: readonly DriveFile[]): MockAnswer {
  const { query } = request;
  const found = select(query.get("q") ?? "", files);
  if (found === undefined) return invalid("Invalid Value for q");
  const order = /^(createdTime|modifiedTime|name)( desc)?$/.exec(query.get("orderBy") ?? "name");
  const field = order?.[1];
  if (field !== "createdTime" && field !== "modifiedTime" && field !== "name") {
    return invalid("Invalid Value for orderBy");
  }
  found.sort((a, b) => (a[field] < b[field] ? -1 : 1));
  if (order?.[2] !== undefined) found.reverse();
  const page = googlePage(request, found, { name: "pageSize", standard: 100, most: 1000 });
  if ("status" in page) return page;
  const fields = query.get("fields") ?? "nextPageToken,files(id,name,mimeType)";
  const wanted = /^(nextPageToken,)?files\(([\w,]+)\)$/.exec(fields);
  if (wanted === null) return invalid(`Invalid field selection ${fields}`);
  const names = (wanted[2] ?? "").split(",");
  const body = { files: page.items.map((file) => pick(file, names)) };
  const more = wanted[1] !== undefined && page.nextPageToken !== undefined;
  return { status: 200, body: more ? { ...body, nextPageToken: page.nextPageToken } : body };
}

function pick(file: unknown, names: readonly string[]): object {
  // the mock's pages hold files
  return Object.fromEntries(Object.entries(file as object).filter(([name]) => names.includes(name)));
}

/** `about.get` of the Drive API, which refuses to answer without `fields`. */
export function aboutDrive({ query }: MockRequest): MockAnswer {
  if (query.get("fields") !== "user") {
    return invalid("The 'fields' parameter is required for this method.");
  }
  const user = { kind: "drive#user", displayName: "Ada", emailAddress: "ada@northwind.example" };
  return { status: 200, body: { user } };
}
