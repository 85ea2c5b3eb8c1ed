import { renderNotice } from "../../pages/notice.ts";
import type { Words } from "../../pages/words/words.ts";
import type { Html } from "../../platform/http/html.ts";

export function renderDisconnectedNotice({ t }: Words, name: string): Html {
  return renderNotice("good", t("list.disconnected", { name }));
}

/** Says that a step was saved; `more` means that it has new choices now. */
export function renderSavedNotice({ t }: Words, saved: string | undefined): Html | undefined {
  if (saved === undefined) return undefined;
  return renderNotice("good", saved === "more" ? t("setup.savedMore") : t("setup.saved"));
}
