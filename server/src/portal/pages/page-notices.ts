import type { Html } from "../../platform/http/html.ts";
import { renderNotice } from "../../platform/pages/notice.ts";
import type { Words } from "../../platform/pages/words/words.ts";

/** An application has just been disconnected. */
export function renderDisconnectedNotice({ t }: Words, name: string): Html {
  return renderNotice("good", t("list.disconnected", { name }));
}

/** A step has just been saved: `more` where it has new choices now. */
export function renderSavedNotice({ t }: Words, saved: string | undefined): Html | undefined {
  if (saved === undefined) return undefined;
  return renderNotice("good", saved === "more" ? t("setup.savedMore") : t("setup.saved"));
}
