/** The keys of the search over everything, as they are written on the keyboard in use. */
export const FIND_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K";
