import { defineWords } from "../customer/words.ts";

/** The language in which numbers are written, and the one of dates, as `Intl` names them. */
export const LOCALE = defineWords("LOCALE", { language: "en", dates: "en-GB" });
