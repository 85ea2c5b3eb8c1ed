import { type Static, Type } from "typebox";
import { parseColor, toHex } from "../../pages/color.ts";
import { FONTS, type Font } from "../../pages/fonts.ts";
import { LANGUAGES, type Language, mapLanguages } from "../../pages/words/languages.ts";
import { badField } from "../../platform/errors.ts";
import { FormattedText, MapOf } from "../../platform/http/route.ts";

const LONGEST_ADDRESS = 2000;
const HELP_ADDRESS = '^(https://[^\\s"<>]+|[^\\s@?&#%:"<>]{1,64}@[^\\s@?&#%:"<>]{1,189})$';

const Color = (description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength: 50, description }), Type.Null()]));

// Lengths are checked with everything else about the texts, in one error message.
const OwnTextsOfLanguage = MapOf(Type.Union([Type.String(), MapOf(Type.String()), Type.Null()]));

/** The members of a body that set how the hosted pages look; `null` unsets. */
export const BrandingFields = {
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Company name, shown to customers on every page.",
    }),
  ),
  logo: Type.Optional(
    Type.Union([
      FormattedText("^(https?://|data:)", "an http or https address, or an image as a data: address", {
        format: "uri",
        description:
          "An https URL of an image, or the image itself (PNG, JPEG or WebP, at most 100 KB) as `data:image/png;base64,…`, which is stored and served from a URL.",
      }),
      Type.Null(),
    ]),
  ),
  color: Color(
    "Color of buttons and links: `#rgb`, `#rrggbb`, `rgb()`, `hsl()` or a common name. Text in this color is darkened or lightened until it is readable.",
  ),
  background_color: Color(
    "Color behind the cards. It also determines the light or dark scheme; if unset, the customer's system does.",
  ),
  support: Type.Optional(
    Type.Union([
      FormattedText(HELP_ADDRESS, "an email address or an https address", {
        maxLength: 500,
        description:
          "Where customers get help, shown in the footer of every page: an email address or an https URL.",
      }),
      Type.Null(),
    ]),
  ),
  font: Type.Optional(
    Type.Union([Type.Enum(FONTS), Type.Null()], {
      description:
        "Font of the hosted pages: `inter` (the default), which is served from here, `system`, that of the customer's system, or `serif`.",
    }),
  ),
  language: Type.Optional(
    Type.Union([Type.Enum(LANGUAGES), Type.Null()], {
      description:
        "Language of the hosted pages if neither the account, the link nor the browser specifies a supported one. English if unset.",
    }),
  ),
  texts: Type.Optional(
    Type.Partial(Type.Object(mapLanguages(() => OwnTextsOfLanguage)), {
      description:
        'Your own texts for the hosted pages, by language and key (`GET /api/v2/public/portal-texts` lists them). Plain text of at most 500 characters, with the placeholders of the standard text; a text with a count takes plural forms (`{"one": …, "other": …}`). `null` restores the standard text; omitted texts are unchanged.',
    }),
  ),
};

const BrandingBody = Type.Object(BrandingFields);

/** How the hosted pages look, as stored; undefined members stay unchanged. */
export interface Branding {
  name?: string;
  logo?: string | null;
  color?: string | null;
  background_color?: string | null;
  support?: string | null;
  font?: Font | null;
  language?: Language | null;
}

/** The branding in a body, its logo as given. 400 for an invalid color or a logo address that is too long. */
export function readBranding(body: Static<typeof BrandingBody>): Branding {
  const { logo } = body;
  if (logo && !logo.startsWith("data:") && logo.length > LONGEST_ADDRESS)
    throw badField("logo", `logo must be an address of at most ${LONGEST_ADDRESS} characters.`);
  return {
    name: body.name,
    logo,
    color: colorOf("color", body.color),
    background_color: colorOf("background_color", body.background_color),
    support: body.support,
    font: body.font,
    language: body.language,
  };
}

function colorOf(field: string, given: string | null | undefined): string | null | undefined {
  if (given === null || given === undefined) return given;
  const color = parseColor(given);
  if (color) return toHex(color);
  throw badField(field, `${field} must be a color such as #0d7a5f.`);
}
