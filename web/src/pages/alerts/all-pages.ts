// One chunk for the three: its place is named once in what every page loads, where room is short.
export { Route as AlertsRoute } from "./alerts-page.tsx";
export { Route as RuleRoute } from "./rule-page.tsx";
export { Route as RulesRoute } from "./rules-page.tsx";
