import type { Html } from "../../platform/http/html.ts";
import { noticeOf } from "../../platform/pages/notice.ts";
import type { Words } from "../../platform/pages/words/words.ts";

/** An application has just been disconnected. */
export function disconnectedNotice({ t }: Words, name: string): Html {
  return noticeOf("good", t("list.disconnected", { name }));
}

/** A step has just been saved: `more` where it has new choices now. */
export function savedNotice({ t }: Words, saved: string | undefined): Html | undefined {
  if (saved === undefined) return undefined;
  return noticeOf("good", saved === "more" ? t("setup.savedMore") : t("setup.saved"));
}
