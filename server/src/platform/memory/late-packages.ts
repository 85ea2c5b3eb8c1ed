import { createRequire } from "node:module";

// Packages that an idle process does not need: each costs 1 to 5 MiB, so the first call that needs one loads it (D440).
// Synchronous, because most of those calls are; later calls find the package in Node's own cache.
const require = createRequire(import.meta.url);

export const loadAcorn = () => require("acorn") as typeof import("acorn");
export const loadJose = () => require("jose") as typeof import("jose");
export const loadMarked = () => require("marked") as typeof import("marked");
export const loadMiniSearch = () => require("minisearch") as typeof import("minisearch").default;
export const loadOpenidClient = () => require("openid-client") as typeof import("openid-client");
export const loadTypeboxCompile = () => require("typebox/compile") as typeof import("typebox/compile");
export const loadTypeboxValue = () => require("typebox/value") as typeof import("typebox/value");
