import { existsSync } from "node:fs";
import type { Static } from "typebox";
import type { Deps } from "../../../deps.ts";
import { presentAction } from "../../actions/action-schema.ts";
import { buildCallbackUrl } from "../../connections/connect.ts";
import { buildDefinition } from "../../directory/build-definition.ts";
import { getDocumentFile, getDocumentsFolder } from "../../directory/documents.ts";
import type { DirectoryEntry } from "../../directory/entry-schema.ts";
import { compileDefinition } from "../../providers/compile.ts";
import { type DirectoryDetails, presentEntry } from "./directory-schema.ts";

/** What adding an entry would give, without adding it. */
export function describeEntry(
  deps: Pick<Deps, "config">,
  entry: DirectoryEntry,
  added: ReadonlySet<string>,
): Static<typeof DirectoryDetails> {
  const { info } = compileDefinition("manifest", buildDefinition(entry));
  const { settings, keybased, oauth2 } = info.auth;
  const fields = [...settings, ...(keybased?.fields ?? []), ...(oauth2?.customerClient?.fields ?? [])];
  return {
    ...presentEntry(entry, added),
    base_url: entry.url,
    callback_url: buildCallbackUrl(deps, entry.slug),
    scopes: [...(oauth2?.scopes ?? [])],
    fields: fields.map(({ label, helpText }) => ({ label, help_text: helpText })),
    has_check: entry.check !== undefined,
    actions: info.actions.map(presentAction),
    triggers: info.triggers.map(({ id, title, description }) => ({ id, title, description })),
    document: locateDocument(deps, entry),
  };
}

function locateDocument(
  { config }: Pick<Deps, "config">,
  { document }: DirectoryEntry,
): Static<typeof DirectoryDetails>["document"] {
  if (document === undefined) return "none";
  if (document.startsWith("https://")) return "address";
  return existsSync(getDocumentFile(getDocumentsFolder(config.dataDir), document)) ? "installed" : "missing";
}
