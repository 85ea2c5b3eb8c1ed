import { createRoute } from "@tanstack/react-router";
import { environmentRoute } from "../../shell/routes.tsx";

export const dataReferenceRoutes = [
  createRoute({ getParentRoute: () => environmentRoute, path: "data-references" }).lazy(() =>
    import("./data-references-page.tsx").then(({ Route }) => Route),
  ),
  createRoute({ getParentRoute: () => environmentRoute, path: "data-references/$account/$name" }).lazy(() =>
    import("./data-reference-page.tsx").then(({ Route }) => Route),
  ),
] as const;
