import type { Body, Reply } from "@junctor/sdk";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useChange } from "../../api/use-api.ts";
import { type BrandingValues, bodyOf } from "./branding.ts";

const PATH = "/api/v2/public/organization/portal-preview";
const TYPING_MS = 200;

export type Preview = Reply<"post", typeof PATH>;

type Asked = Required<Body<"post", typeof PATH>>;

/** Which page is looked at, in which appearance and language. */
export interface Seen extends Pick<Asked, "page" | "scheme"> {
  readonly language: NonNullable<Asked["language"]>;
}

/** The portal in a branding that is not saved; the last page stays while the next is made, or where it is refused. */
export function usePreview(values: BrandingValues, { page, scheme, language }: Seen) {
  const [settled] = useDebouncedValue(values, TYPING_MS);
  const [shown, setShown] = useState<Preview>();
  const { mutate, error } = useChange("post", PATH, []);
  useEffect(() => {
    mutate({ body: { ...bodyOf(settled), page, scheme, language } }, { onSuccess: setShown });
  }, [mutate, settled, page, scheme, language]);
  return { shown, error };
}
