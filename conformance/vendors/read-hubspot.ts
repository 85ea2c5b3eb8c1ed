import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DocumentedOperation, DocumentedValue } from "./find-mismatches.ts";

const OPERATION = /localVarPath = '([^']+)'([\s\S]*?)return requestContext/g;

/** The operations of HubSpot's own client, which is generated from its documents; those are in no package. */
export function readHubSpot(folder: string): DocumentedOperation[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /apis[/\\]\w+Api\.js$/.test(name),
  );
  return files.flatMap((name) => {
    const file = join(folder, name);
    return [...readFileSync(file, "utf8").matchAll(OPERATION)].flatMap(([, path = "", code = ""]) => {
      const method = /HttpMethod\.([A-Z]+)/.exec(code)?.[1];
      if (method === undefined) return [];
      const names = [...code.matchAll(/(?:set|append)QueryParam\("([^"]+)"/g)].map(([, one = ""]) => one);
      const optional: DocumentedValue = { required: false, values: undefined };
      return [
        {
          method,
          path: path.replace(/\/$/, ""),
          query: new Map(names.map((one) => [one, optional])),
          body: readModel(
            join(dirname(file), "..", "models"),
            /serialize\(\w+, "(\w+)", ""\), contentType/.exec(code)?.[1],
          ),
        },
      ];
    });
  });
}

/** The members of a model; undefined for what is no model, such as a list of texts. */
function readModel(folder: string, model: string | undefined): DocumentedOperation["body"] {
  if (model === undefined) return new Map();
  const file = join(folder, `${model}.d.ts`);
  if (!readdirSync(folder).includes(`${model}.d.ts`)) return undefined;
  const [, text = ""] =
    /declare class \w+ \{([\s\S]*?)static readonly/.exec(readFileSync(file, "utf8")) ?? [];
  const members = [...text.matchAll(/^ {4}'(\w+)'(\?)?:/gm)];
  return new Map(
    members.map(([, name = "", mark]) => [name, { required: mark === undefined, values: undefined }]),
  );
}
