import type { Body, Reply } from "@junctor/sdk";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useChange } from "../../../api/use-api.ts";
import { type BrandingValues, getBody } from "./branding.ts";
import type { TextDrafts } from "./own-texts.ts";

const PATH = "/api/v2/public/organization/portal-preview";
const TYPING_MS = 200;

export type Preview = Reply<"post", typeof PATH>;

type Asked = Required<Body<"post", typeof PATH>>;

/** The previewed page, with its appearance and language. */
export interface Seen extends Pick<Asked, "page" | "scheme"> {
  readonly language: NonNullable<Asked["language"]>;
  /** Shows the page with this text, instead of `page`. */
  readonly text?: Asked["text"] | undefined;
}

/** The portal in an unsaved branding; the last page stays while the next is rendered, or if it is refused. */
export function usePreview(values: BrandingValues, texts: TextDrafts, seen: Seen) {
  const { page, scheme, language, text } = seen;
  const [settled] = useDebouncedValue(values, TYPING_MS);
  const [settledTexts] = useDebouncedValue(texts, TYPING_MS);
  const [shown, setShown] = useState<Preview>();
  const { mutate, error } = useChange("post", PATH, []);
  useEffect(() => {
    const draft = { ...getBody(settled), texts: settledTexts };
    mutate({ body: { ...draft, page, scheme, language, ...(text && { text }) } }, { onSuccess: setShown });
  }, [mutate, settled, settledTexts, page, scheme, language, text]);
  return { shown, error };
}
