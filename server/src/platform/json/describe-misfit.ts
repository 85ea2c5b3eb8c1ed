/** What a validator of JSON Schema says about one value. */
export interface SchemaMisfit {
  readonly keyword: string;
  /** A bag whose members depend on the keyword. */
  readonly params: object;
  readonly message?: string;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

const LONGEST_CONSTANT = 100;
const FITS_NONE = "must have one of the forms that are allowed";
const NAMES = new Intl.ListFormat("en");

/** What is wrong with a value, as a clause that needs no knowledge of JSON Schema, such as `must be at least 1`. */
export function describeMisfit({ keyword, params, message }: SchemaMisfit): string {
  const given = params as Readonly<Record<string, unknown>>;
  const { limit, type, allowedValues, multipleOf, format } = given;
  switch (keyword) {
    // Of several properties, Ajv names the first one, TypeBox all of them.
    case "required":
      return `must have ${toNames(given.missingProperty ?? given.requiredProperties)}`;
    case "propertyNames":
      return `must not have ${toNames(given.propertyName ?? given.propertyNames)}`;
    case "const":
      return `must be ${toConstant(given.allowedValue)}`;
    case "enum":
      return `must be one of ${[allowedValues].flat().map(toText).join(", ")}`;
    case "type":
      return `must be ${[type].flat().map(kindOf).join(" or ")}`;
    case "minimum":
      return `must be at least ${limit}`;
    case "maximum":
      return `must be at most ${limit}`;
    case "exclusiveMinimum":
      return `must be more than ${limit}`;
    case "exclusiveMaximum":
      return `must be less than ${limit}`;
    case "multipleOf":
      return `must be a multiple of ${multipleOf}`;
    case "minLength":
      return atLeast(limit, "characters");
    case "maxLength":
      return atMost(limit, "character", "characters");
    case "minItems":
      return atLeast(limit, "entries");
    case "maxItems":
      return atMost(limit, "entry", "entries");
    case "minProperties":
      return atLeast(limit, "fields");
    case "maxProperties":
      return atMost(limit, "field", "fields");
    case "uniqueItems":
      return "must not have the same entry twice";
    case "format":
      return `must be a valid ${format}`;
    case "anyOf":
      return FITS_NONE;
    case "oneOf":
      // What it fits: for Ajv null instead of an empty list.
      return [given.passingSchemas ?? []].flat().length === 0
        ? FITS_NONE
        : "must have only one of the forms that are allowed, and has several";
    case "not":
      return "must not have the form that is excluded";
    // The schema `false`, as TypeBox and as Ajv call it.
    case "boolean":
    case "false schema":
      return "must be left out";
    default:
      return message ?? "is not valid";
  }
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function toNames(names: unknown): string {
  return NAMES.format([names].flat().map((name) => JSON.stringify(name)));
}

function toConstant(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length <= LONGEST_CONSTANT ? text : "the one value that is allowed";
}

function kindOf(type: unknown): string {
  return KINDS[String(type)] ?? String(type);
}

function atLeast(limit: unknown, what: string): string {
  return limit === 1 ? "must not be empty" : `must have at least ${limit} ${what}`;
}

function atMost(limit: unknown, one: string, many: string): string {
  return `must have at most ${limit} ${limit === 1 ? one : many}`;
}
