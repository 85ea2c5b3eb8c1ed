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

/** What is wrong with a value, as a clause that needs no knowledge of JSON Schema, such as `must be at least 1`. */
export function describeMisfit({ keyword, params, message }: SchemaMisfit): string {
  const { limit, type, allowedValue, allowedValues, multipleOf, format, ...rest } = params as Readonly<
    Record<string, unknown>
  >;
  switch (keyword) {
    case "required":
      // Ajv names one property that is missing, TypeBox all of them.
      return `must have ${[rest.missingProperty ?? rest.requiredProperties].flat().map(quote).join(" and ")}`;
    case "const":
      return `must be ${toText(allowedValue)}`;
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
      return "has none of the forms that are allowed";
    case "oneOf":
      return "must have exactly one of the forms that are allowed";
    case "not":
      return "is not allowed";
    default:
      return message ?? "is not valid";
  }
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function quote(name: unknown): string {
  return `"${name}"`;
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
