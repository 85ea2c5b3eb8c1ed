import type { Body, Reply } from "@junctor/sdk";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useChange } from "../../api/use-api.ts";
import { type BrandingValues, bodyOf } from "./branding.ts";

const PATH = "/api/v2/public/organization/portal-preview";
const TYPING_MS = 200;

export type Preview = Reply<"post", typeof PATH>;

/** Which page is looked at, and in which appearance. */
export type Seen = Required<Pick<Body<"post", typeof PATH>, "page" | "scheme">>;

/** The portal in a branding that is not saved; the last page stays while the next is made, or where it is refused. */
export function usePreview(values: BrandingValues, { page, scheme }: Seen) {
  const [settled] = useDebouncedValue(values, TYPING_MS);
  const [shown, setShown] = useState<Preview>();
  const { mutate, error } = useChange("post", PATH, []);
  useEffect(() => {
    mutate({ body: { ...bodyOf(settled), page, scheme } }, { onSuccess: setShown });
  }, [mutate, settled, page, scheme]);
  return { shown, error };
}
